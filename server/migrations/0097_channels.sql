-- statement by statement
-- Channels besides e-mail and SMS.
alter table contacts drop constraint contacts_channel_check, add constraint contacts_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice')) not valid;
alter table notifications drop constraint notifications_channel_check, add constraint notifications_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice')) not valid;
alter table daily_counts drop constraint daily_counts_channel_check, add constraint daily_counts_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice')) not valid;
alter table budget_leases drop constraint budget_leases_channel_check, add constraint budget_leases_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice')) not valid;
alter table granted_budget_leases drop constraint granted_budget_leases_channel_check, add constraint granted_budget_leases_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice')) not valid;
alter table spending_cap_notices drop constraint spending_cap_notices_kind_check, add constraint spending_cap_notices_kind_check check (kind in ('email', 'sms', 'message', 'money')) not valid;
alter table contacts validate constraint contacts_channel_check;
alter table notifications validate constraint notifications_channel_check;
alter table daily_counts validate constraint daily_counts_channel_check;
alter table budget_leases validate constraint budget_leases_channel_check;
alter table granted_budget_leases validate constraint granted_budget_leases_channel_check;
alter table spending_cap_notices validate constraint spending_cap_notices_kind_check;
-- The address of some channels is a secret. It is sealed here, and `address` is what users and logs see of it.
alter table contacts add column if not exists secret bytea;
-- The provider reported that the address no longer exists: it is not verified until it is verified again.
alter table contacts add column if not exists gone_at timestamptz;
alter table contacts add column if not exists gone_reason text;
-- Accepted messages by channel. Push, Telegram and chat have one cap together, WhatsApp and voice that of money.
alter table spending add column if not exists push bigint not null default 0;
alter table spending add column if not exists telegram bigint not null default 0;
alter table spending add column if not exists chat bigint not null default 0;
alter table spending add column if not exists whatsapp bigint not null default 0;
alter table spending add column if not exists voice bigint not null default 0;
