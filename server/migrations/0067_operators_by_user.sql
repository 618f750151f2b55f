-- An operator is a user, not a name: the name of a user who was deleted can be taken by anyone.
alter table operators add column user_id text collate "C";

-- Null if there is no such user: then it is only an address for customers.
create function user_of_name(wanted text) returns text
language sql stable as $$ select user_id from directory_users where user_name = lower(wanted) $$;
revoke execute on function user_of_name from public;
grant execute on function user_of_name to rastro_app;

do $$
begin
  perform set_config('rastro.directory', 'on', true);
  update operators set user_id = user_of_name(user_name);
  perform set_config('rastro.directory', '', true);
end $$;

create or replace function finish_setup(operator_name text, operator_email text, at timestamptz) returns boolean
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
    insert into operators (user_name, email, created_at, user_id)
    values (operator_name, operator_email, at, user_of_name(operator_name));
  end if;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return is_finished;
end $$;
