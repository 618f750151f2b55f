-- Whom to tell, what was told, and what was not and why.

create table contacts (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^con_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  channel     text not null check (channel in ('email', 'sms')),
  address     text not null check (length(address) between 3 and 254),
  language    text not null check (language in ('en', 'es', 'pt')),
  -- A user of the account: gone with it.
  user_id     text collate "C",
  -- Nothing is sent to an address before whoever reads it said so.
  verified_at timestamptz,
  code_hash   bytea,
  code_sent_at timestamptz,
  code_tries  int not null default 0,
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint contacts_address unique (account_id, channel, address),
  foreign key (account_id, user_id) references users on delete cascade
);
create index contacts_of_user on contacts (account_id, user_id) where user_id is not null;
select guard_account_table('contacts', 'select, insert, update, delete');
select open_to_recorder('contacts', 'select');

-- Codes that went out in the last day: nobody is to be pestered by them, whatever contacts are made and deleted.
create table sent_codes (
  account_id int not null references accounts,
  address    text not null,
  sent_at    timestamptz not null
);
create index sent_codes_by_time on sent_codes (account_id, sent_at);
select guard_account_table('sent_codes', 'select, insert, delete');

create table rule_contacts (
  account_id     int not null,
  rule_number    int not null,
  contact_number int not null,
  primary key (account_id, rule_number, contact_number),
  foreign key (account_id, rule_number) references alert_rules on delete cascade,
  foreign key (account_id, contact_number) references contacts on delete cascade
);
create index rule_contacts_of_contact on rule_contacts (account_id, contact_number);
select guard_account_table('rule_contacts', 'select, insert, delete');
select open_to_recorder('rule_contacts', 'select');

-- One message to one contact. Written with its alert in one transaction, and taken from here by the notifiers.
create table notifications (
  account_id     int not null,
  number         bigint generated always as identity,
  id             text collate "C" not null check (id ~ '^ntf_[0-9A-Za-z]{22}$'),
  alert_number   bigint not null,
  device_number  int not null,
  contact_number int,
  channel        text not null check (channel in ('email', 'sms')),
  address        text not null,
  language       text not null,
  -- What counts as the same again: the rule, or the reported name.
  topic          text collate "C" not null,
  -- Of a critical alert: taken before all others.
  urgent         boolean not null,
  state          text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'held')),
  -- Why it was held, or failed.
  reason         text,
  due_at         timestamptz not null,
  lease_until    timestamptz,
  attempts       int not null default 0,
  -- The provider's name for it, and what it said became of it.
  provider_id    text collate "C",
  receipt        text,
  sent_at        timestamptz,
  created_at     timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  unique (account_id, alert_number, channel, address),
  foreign key (account_id, alert_number) references alerts on delete cascade,
  foreign key (account_id, contact_number) references contacts on delete set null (contact_number)
);
create index notifications_due on notifications (channel, urgent, due_at) where state = 'waiting';
create index notifications_leased on notifications (lease_until) where state = 'sending';
create index notifications_of_device on notifications (account_id, device_number, number desc);
create index notifications_of_provider on notifications (provider_id) where provider_id is not null;
select guard_account_table('notifications', 'select, insert, update, delete');
select open_to_directory('notifications');
select open_to_recorder('notifications');

-- Every time a message was handed to a transport: each took a unit of its device's day.
create table notification_attempts (
  account_id          int not null,
  notification_number bigint not null,
  attempt             int not null,
  day                 date not null,
  began_at            timestamptz not null,
  ended_at            timestamptz,
  -- Absent while it is on its way. Only what was refused gave its unit back.
  outcome             text check (outcome in ('accepted', 'refused', 'unknown')),
  error               text,
  primary key (account_id, notification_number, attempt),
  foreign key (account_id, notification_number) references notifications on delete cascade
);
select guard_account_table('notification_attempts', 'select, insert, update');

-- How long the same message to the same contact waits after the last one: doubled each time it comes again.
create table notification_gaps (
  account_id    int not null,
  device_number int not null,
  topic         text collate "C" not null,
  address       text not null,
  last_sent_at  timestamptz not null,
  gap_seconds   int not null,
  sends         int not null default 1,
  -- The one that was let through last, how many were kept back since, and how many before it: its letter tells of them.
  last_number   bigint not null,
  held          int not null default 0,
  told          int not null default 0,
  primary key (account_id, device_number, topic, address),
  foreign key (account_id, device_number) references devices on delete cascade
);
create index notification_gaps_by_time on notification_gaps (last_sent_at);
select guard_account_table('notification_gaps', 'select, insert, update, delete');
select open_to_directory('notification_gaps');
