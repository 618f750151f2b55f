-- Sign-ins and refused ones of known users, and the notices about API keys that expire.

-- One row for each key whose next notice is not sent yet. Read in order of time, over all accounts.
create table api_key_notices (
  account_id int not null,
  key_id     text collate "C" not null,
  due_at     timestamptz not null,
  primary key (account_id, key_id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
create index api_key_notices_due on api_key_notices (due_at);
select guard_account_table('api_key_notices', 'select, insert, update, delete');
select open_to_directory('api_key_notices');
select hide_moving('api_key_notices', '{}');

-- A partition of PostgreSQL 15 has no identity column, but a sequence.
create sequence sign_ins_number_seq;
create table sign_ins (
  account_id int not null,
  number     bigint not null default nextval('sign_ins_number_seq'),
  user_id    text collate "C" not null,
  at         timestamptz not null,
  method     text not null check (method ~ '^[a-z][A-Za-z]{0,29}$'),
  outcome    text not null check (outcome in ('succeeded', 'refused')),
  -- Of a refused one.
  reason     text check (length(reason) <= 40),
  network    cidr,
  browser    text check (length(browser) <= 40),
  system     text check (length(system) <= 40),
  -- The session or the API key.
  client_id  text collate "C",
  primary key (account_id, number, at)
) partition by range (at);
alter sequence sign_ins_number_seq owned by sign_ins.number;
-- The list of a user, newest first.
create index sign_ins_of_user on sign_ins (account_id, user_id, number);
-- The bound of a day, and whether a user has signed in from a network before.
create index sign_ins_by_time on sign_ins (account_id, user_id, at);
select guard_account_table('sign_ins', 'select, insert, delete');
grant usage on sequence sign_ins_number_seq to rastro_app;

-- For months that nobody created: a sign-in never fails for want of a partition.
create table sign_ins_default partition of sign_ins default;
select guard_account_table('sign_ins_default', 'select');
-- For the functions below, which run as the owner of the tables.
create policy of_keeper on sign_ins_default to current_user
  using ((select current_setting('rastro.directory', true) = 'on'));

-- This month and the three that follow. A month that already has rows in the default partition stays there.
create function ensure_sign_in_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamp;
  name  text;
  made  int := 0;
begin
  -- A backup holds this lock, because it must not wait for changes of partitions.
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  for month in
    select generate_series(date_trunc('month', at at time zone 'UTC'),
      date_trunc('month', at at time zone 'UTC') + interval '3 months', interval '1 month')
  loop
    name := 'sign_ins_' || to_char(month, 'YYYYMM');
    continue when to_regclass(name) is not null or exists (
      select from sign_ins_default d
      where d.at >= month at time zone 'UTC' and d.at < (month + interval '1 month') at time zone 'UTC');
    execute format('create table %I partition of sign_ins for values from (%L) to (%L)', name,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    perform guard_account_table(name::regclass, 'select');
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops months that ended before then, and deletes older rows of the default partition.
create function drop_old_sign_ins(before timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old     text;
  dropped text[] := '{}';
begin
  -- A backup holds this lock, because it must not wait for changes of partitions.
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  delete from sign_ins_default d where d.at < before;
  for old in
    select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'sign_ins'::regclass and c.relname ~ '_\d{6}$'
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' < before at time zone 'UTC'
  loop
    execute format('drop table %I', old);
    dropped := dropped || old;
  end loop;
  return dropped;
end $$;

revoke execute on function ensure_sign_in_partitions, drop_old_sign_ins from public;
grant execute on function ensure_sign_in_partitions, drop_old_sign_ins to rastro_app;
select ensure_sign_in_partitions(now());

-- In place of a foreign key, which would lock the users whenever a partition is created or dropped.
create function forget_sign_ins() returns trigger language plpgsql as $$
begin
  delete from sign_ins where account_id = old.account_id and user_id = old.id;
  return null;
end $$;
create trigger users_forget_sign_ins after delete on users for each row execute function forget_sign_ins();
