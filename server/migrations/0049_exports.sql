-- Exports: archives with everything of an account. The files are in RASTRO_EXPORT_DIR, by account number and id.
create table exports (
  account_id   int not null references accounts,
  id           text collate "C" not null check (id ~ '^exp_[0-9A-Za-z]{22}$'),
  -- expired: the file was deleted.
  state        text collate "C" not null default 'waiting'
    check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  -- A user, or `operator`.
  requested_by text collate "C" not null,
  requested_at timestamptz not null,
  -- Until then it belongs to one process. The next process continues where the file ends.
  lease_until  timestamptz,
  attempts     int not null default 0,
  finished_at  timestamptz,
  expires_at   timestamptz,
  files        int,
  rows         bigint,
  bytes        bigint,
  sha256       bytea,
  primary key (account_id, id)
);
-- Read over all accounts: what is to be written, and what is to be deleted.
create index exports_unfinished on exports (requested_at) where state in ('waiting', 'running');
create index exports_expiring on exports (expires_at) where state = 'ready';
select guard_account_table('exports', 'select, insert, update');
select open_to_directory('exports');
select hide_moving('exports', '{}');
