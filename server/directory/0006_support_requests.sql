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
