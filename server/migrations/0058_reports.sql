-- Runs of reports, and their files. The reporter writes a file in parts while it reads one snapshot of the account.
create table report_runs (
  account_id   int not null references accounts,
  number       bigint generated always as identity,
  id           text collate "C" not null check (id ~ '^rpt_[0-9A-Za-z]{22}$'),
  -- expired: the file was deleted.
  state        text collate "C" not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  request      jsonb not null,
  -- What the user could see when it was requested: role, privileges and scope.
  permissions  jsonb not null,
  requested_by text collate "C" not null,
  requested_at timestamptz not null,
  started_at   timestamptz,
  -- Until then it belongs to one process. The next process starts it again.
  lease_until  timestamptz,
  attempts     int not null default 0,
  progress     real not null default 0,
  finished_at  timestamptz,
  expires_at   timestamptz,
  rows         bigint,
  bytes        bigint,
  sha256       bytea,
  -- segment_corrections.number: the newest one in the snapshot.
  data_version bigint,
  failure      text,
  primary key (account_id, number),
  constraint report_runs_id unique (account_id, id)
);
-- Read over all accounts: what is to be written, and what is to be deleted.
create index report_runs_unfinished on report_runs (requested_at) where state in ('queued', 'running');
create index report_runs_expiring on report_runs (expires_at) where state = 'done';
create index report_runs_of_user on report_runs (account_id, requested_by, number);
select guard_account_table('report_runs', 'select, insert, update');
select open_to_directory('report_runs');
select hide_moving('report_runs', '{}');

create table report_files (
  account_id int not null,
  run_number bigint not null,
  part       int not null,
  bytes      bytea not null,
  primary key (account_id, run_number, part),
  foreign key (account_id, run_number) references report_runs (account_id, number) on delete cascade
);
-- Most formats are compressed already.
alter table report_files alter column bytes set storage external;
select guard_account_table('report_files', 'select, insert, delete');
