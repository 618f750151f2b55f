-- Accounts, the directory of who lives where, and the two ways a table is guarded.
--
-- The application role sees a row only through a policy. What is visible is said per transaction:
--   rastro.account    the one account whose rows are in view
--   rastro.directory  'on' for the directory and for tables that belong to no account
-- Neither set: zero rows, everywhere.

create function guard_account_table(guarded regclass, grants text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  -- A subselect is run once per statement and lets the index on account_id be used.
  execute format($policy$
    create policy of_account on %s
    using (account_id = (select nullif(current_setting('rastro.account', true), '')::int))$policy$, guarded);
  execute format('grant %s on %s to rastro_app', grants, guarded);
end $$;

create function guard_directory_table(guarded regclass, grants text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format($policy$
    create policy of_directory on %s
    using ((select current_setting('rastro.directory', true) = 'on'))$policy$, guarded);
  execute format('grant %s on %s to rastro_app', grants, guarded);
end $$;

-- An account's table that may also be looked up without knowing the account: the directory proper.
create function open_to_directory(guarded regclass) returns void
language plpgsql as $$
begin
  execute format($policy$
    create policy of_directory on %s for select
    using ((select current_setting('rastro.directory', true) = 'on'))$policy$, guarded);
end $$;

revoke execute on function guard_account_table, guard_directory_table, open_to_directory from public;

-- Numbers are given out by the directory, so that an account keeps its own in whichever cell it lives.
create sequence account_numbers as int;
grant usage on sequence account_numbers to rastro_app;

create table accounts (
  account_id  int primary key,
  public_id   text collate "C" not null unique check (public_id ~ '^acc_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  time_zone   text not null default 'UTC',
  licenses    int not null check (licenses >= 0),
  created_at  timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
select guard_account_table('accounts', 'select, insert, update');

-- Which account a public identifier or a user name belongs to. The only tables that are read across accounts.
create table directory_accounts (
  public_id  text collate "C" primary key,
  account_id int not null unique
);
select guard_account_table('directory_accounts', 'select, insert');
select open_to_directory('directory_accounts');
