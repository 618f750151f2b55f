-- A new installation is set up in the browser once, with a code from the log. The code follows from this salt and
-- RASTRO_SECRET, so every api process prints the same one and the database does not know it.
create table installation_setup (
  only_one    boolean primary key default true check (only_one),
  salt        bytea not null,
  finished_at timestamptz
);
-- Filled before it is guarded.
do $$
begin
  perform set_config('rastro.directory', 'on', true);
  -- An installation with accounts is set up.
  insert into installation_setup (salt, finished_at)
  values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
    case when exists (select from directory_accounts) then now() end);
  perform set_config('rastro.directory', '', true);
end $$;
select guard_directory_table('installation_setup', 'select, update');

-- The people who run the installation. The first is created by the setup; customers get that address as their contact,
-- unless the settings name another.
create table operators (
  user_name  text collate "C" primary key check (length(user_name) between 1 and 254),
  email      text not null check (length(email) between 3 and 254),
  created_at timestamptz not null
);
select guard_directory_table('operators', 'select, insert, delete');

-- For the transaction that creates the first account. Of any number of them, one succeeds.
create function finish_setup(operator_name text, operator_email text, at timestamptz) returns boolean
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
  is_finished boolean;
begin
  perform set_config('rastro.directory', 'on', true);
  update installation_setup set finished_at = at
  where finished_at is null and not exists (
    select from directory_accounts a
    where a.account_id <> nullif(current_setting('rastro.account', true), '')::int);
  is_finished := found;
  if is_finished then
    insert into operators (user_name, email, created_at) values (operator_name, operator_email, at);
  end if;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return is_finished;
end $$;
revoke execute on function finish_setup from public;
grant execute on function finish_setup to rastro_app;

-- For every other transaction that creates an account: the setup never opens again, also without accounts.
create function close_setup(at timestamptz) returns void
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
begin
  perform set_config('rastro.directory', 'on', true);
  update installation_setup set finished_at = at where finished_at is null;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
end $$;
revoke execute on function close_setup from public;
grant execute on function close_setup to rastro_app;

-- For accounts, which do not see the operators.
create function first_operator() returns text
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
  found_email text;
begin
  perform set_config('rastro.directory', 'on', true);
  select email into found_email from operators order by created_at, user_name limit 1;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return found_email;
end $$;
revoke execute on function first_operator from public;
grant execute on function first_operator to rastro_app;

-- How long an account keeps its locations, if that is shorter than its retention class.
alter table accounts add column history_days int check (history_days between 1 and 3650);

-- For accounts, which do not see the table of classes.
create function keep_days_of(wanted smallint) returns int
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
  days int;
begin
  perform set_config('rastro.directory', 'on', true);
  select keep_days into days from retention_classes where class = wanted;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return days;
end $$;
revoke execute on function keep_days_of from public;
grant execute on function keep_days_of to rastro_app;
