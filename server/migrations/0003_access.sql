-- Signing keys, throttles against guessing, and the units that accounts use.

create table signing_keys (
  kid            text collate "C" primary key,
  public_jwk     jsonb not null,
  -- Sealed with the operator's secret: a copy of the database signs nothing.
  private_sealed bytea not null,
  created_at     timestamptz not null default now(),
  signs_from     timestamptz not null
);
select guard_directory_table('signing_keys', 'select, insert, delete');

create table throttles (
  subject         text collate "C" primary key,
  failures        int not null default 0,
  last_failure_at timestamptz not null,
  free_at         timestamptz not null,
  last_success_at timestamptz
);
select guard_directory_table('throttles', 'select, insert, update, delete');

create table api_usage (
  account_id int not null references accounts,
  day        date not null,
  units      bigint not null,
  primary key (account_id, day)
);
select guard_account_table('api_usage', 'select, insert, update');
