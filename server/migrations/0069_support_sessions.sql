-- Support sessions: people of a reseller, or operators, in an account that let them in. They never become a user of it.

alter table accounts add column support_mode text collate "C" not null default 'ask'
  check (support_mode in ('never', 'ask', 'open'));

create table support_sessions (
  account_id   int not null references accounts,
  number       bigint generated always as identity,
  id           text collate "C" not null check (id ~ '^sup_[0-9A-Za-z]{22}$'),
  -- A user of another account, and who that is.
  visitor_id   text collate "C" not null,
  visitor_name text not null,
  organization text not null,
  reason       text not null check (length(reason) between 1 and 500),
  -- Asked for at first, afterwards what was approved.
  access       text collate "C" not null check (access in ('read', 'write')),
  minutes      int not null check (minutes between 5 and 480),
  state        text collate "C" not null check (state in ('requested', 'active', 'refused', 'ended')),
  requested_at timestamptz not null,
  -- Of the request until it is answered, then of the session.
  expires_at   timestamptz not null,
  -- A user; null: the account lets everybody in.
  answered_by  text collate "C",
  answered_at  timestamptz,
  -- The cell in which it began, if there are several: a session does not continue elsewhere.
  cell         int,
  ended_at     timestamptz,
  end_reason   text collate "C"
    check (end_reason in ('customer', 'visitor', 'expired', 'unanswered', 'status', 'moved', 'mode')),
  primary key (account_id, number),
  unique (account_id, id),
  check ((ended_at is not null) = (state in ('refused', 'ended')))
);
create index support_sessions_open on support_sessions (account_id) where state in ('requested', 'active');
select guard_account_table('support_sessions', 'select, insert, update');

-- What was read in a session, by route.
create table support_session_reads (
  account_id     int not null,
  session_number bigint not null,
  -- As in the API reference: `GET /api/devices/{deviceId}`.
  route          text collate "C" not null,
  count          int not null,
  first_at       timestamptz not null,
  last_at        timestamptz not null,
  primary key (account_id, session_number, route),
  foreign key (account_id, session_number) references support_sessions (account_id, number) on delete cascade
);
select guard_account_table('support_session_reads', 'select, insert, update');

-- With several cells the table of the shared directory is used instead.
-- Support sessions as staff and operators ask for them. The cell of the account applies each to the account, whose own
-- rows decide, and reports the state back.
create table support_requests (
  number           bigint generated always as identity primary key,
  id               text collate "C" not null unique check (id ~ '^sup_[0-9A-Za-z]{22}$'),
  account_number   int not null references nodes (account_number) on delete cascade,
  -- Its public id.
  account          text collate "C" not null,
  account_name     text not null,
  -- Of the account, and of the node whose people ask.
  path             text collate "C" not null,
  asked_by         text collate "C" not null,
  visitor_account  int not null,
  visitor_id       text collate "C" not null,
  visitor_name     text not null,
  organization     text not null,
  reason           text not null check (length(reason) between 1 and 500),
  access           text collate "C" not null check (access in ('read', 'write')),
  minutes          int not null check (minutes between 5 and 480),
  requested_at     timestamptz not null,
  -- The visitor wants it to end.
  withdrawn_at     timestamptz,
  state            text collate "C" not null default 'waiting'
    check (state in ('waiting', 'requested', 'active', 'refused', 'ended')),
  -- As the cell reported them.
  granted_access   text collate "C" check (granted_access in ('read', 'write')),
  expires_at       timestamptz,
  ended_at         timestamptz,
  end_reason       text collate "C",
  -- The cell looks at it next.
  check_at         timestamptz not null
);
create index support_requests_open on support_requests (check_at) where state in ('waiting', 'requested', 'active');
create index support_requests_by_path on support_requests (path, number);
create index support_requests_by_account on support_requests (account_number, requested_at);
alter table support_requests enable row level security;
alter table support_requests force row level security;
create policy of_directory on support_requests using ((select current_setting('rastro.directory', true) = 'on'));
-- Below the reseller, and asked for by its people or by those of resellers below it: what the platform does is not seen.
create policy of_reseller on support_requests using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~')
  and asked_by >= (select nullif(current_setting('rastro.reseller', true), ''))
  and asked_by < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update on support_requests to rastro_app;
