-- The senders of brands over all cells: the same tables as in a cell.

create table email_senders (
  node         int primary key references nodes on delete cascade,
  -- That of the node, so that policies need no join.
  path         text collate "C" not null unique,
  address      text collate "C" not null check (length(address) <= 254),
  -- Of the address: what the DKIM key signs for.
  domain       text collate "C" not null check (length(domain) <= 220),
  selector     text collate "C" not null check (selector ~ '^[a-z0-9]{1,20}$'),
  -- RSA, in the form of the DNS record.
  public_key   text collate "C" not null check (length(public_key) <= 1000),
  -- Sealed.
  private_key  bytea not null,
  state        text collate "C" not null default 'pending' check (state in ('pending', 'verified', 'withdrawn')),
  -- Why it is not verified.
  fault        text collate "C" check (fault in ('missing', 'different', 'several', 'testing', 'unreachable')),
  -- Whether the domain has a DMARC record; null until it is known.
  has_dmarc    boolean,
  -- The last time that DNS gave an answer, and that it was asked.
  checked_at   timestamptz,
  tried_at     timestamptz,
  verified_at  timestamptz,
  -- DNS is asked next.
  check_at     timestamptz not null,
  -- The state that the staff was notified of.
  noted_state  text collate "C" not null default 'pending',
  updated_at   timestamptz not null
);
-- For the notifier, which asks DNS again.
create index email_senders_due on email_senders (check_at);
alter table email_senders enable row level security;
alter table email_senders force row level security;

-- The sender of SMS: the platform approves each, because networks punish those who use the names of others.
create table sms_senders (
  node          int primary key references nodes on delete cascade,
  path          text collate "C" not null unique,
  sender        text collate "C" not null
    check (sender ~ '^(\+?[0-9]{3,15}|(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ._&-]{0,9}[A-Za-z0-9])$'),
  state         text collate "C" not null default 'requested' check (state in ('requested', 'approved', 'refused')),
  reason        text check (length(reason) between 1 and 300),
  requested_at  timestamptz not null,
  decided_at    timestamptz,
  decided_by    text
);
alter table sms_senders enable row level security;
alter table sms_senders force row level security;

create policy of_directory on email_senders using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on email_senders using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update, delete on email_senders to rastro_app;

create policy of_directory on sms_senders using ((select current_setting('rastro.directory', true) = 'on'));
-- The path of the platform is one segment of nine characters: it alone approves.
create policy of_reseller on sms_senders using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'))
  with check (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~')
  and (state = 'requested' or (select length(current_setting('rastro.reseller', true))) = 9));
grant select, insert, update, delete on sms_senders to rastro_app;
