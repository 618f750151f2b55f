-- Operation of the trip processor: partitions, retention, time zones, checks, account moves and exports.

-- The key has no account: only whole rows tell a move whose row was changed or deleted.
select log_whole_rows('segments');

-- The time zone of the account that the days were computed in. Null: none yet.
alter table trip_states add column zone text;
-- If days before an instant are of another zone: all zones, with the instant in milliseconds that each counts from.
alter table trip_states add column zones jsonb;

-- Accounts use keep_days_of.
drop policy if exists of_anyone on retention_classes;

-- For the functions below, which run as the owner of the tables, and for the doctor.
create policy of_keeper on segments_default to current_user
  using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_keeper on device_days_default to current_user
  using ((select current_setting('rastro.directory', true) = 'on'));
select open_to_recorder('segments_default', 'select');
select open_to_recorder('device_days_default', 'select');

-- A partition cannot be created while the default one has rows of its period: they are moved to it. The parent is locked
-- first, as by everybody who writes.
create function create_trip_period(name text, parent text, column_name text, first text, ends text) returns boolean
language plpgsql as $$
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('create temp table moved_trips (like %I) on commit drop', parent);
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into moved_trips select * from moved',
    parent || '_default', column_name, first, column_name, ends);
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, first, ends);
  execute format('insert into %I select * from moved_trips', name);
  drop table moved_trips;
  perform log_whole_rows(name::regclass);
  perform guard_account_table(name::regclass, 'select');
  return true;
end $$;

-- The waits are short, because everybody else would wait behind them. The lock is that of all changes of partitions: a
-- backup holds it.
create or replace function ensure_trip_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  first date;
  made  int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  for first in
    select month::date
    from generate_series(date_trunc('month', (at at time zone 'UTC') - interval '13 months'),
      (at at time zone 'UTC') + interval '2 months', interval '1 month') as month
  loop
    made := made + create_trip_period('segments_' || to_char(first, 'YYYYMM'), 'segments', 'began_at',
      (first::timestamp at time zone 'UTC')::text, ((first + interval '1 month')::timestamp at time zone 'UTC')::text)::int;
  end loop;
  for first in
    select year::date
    from generate_series(date_trunc('year', (at at time zone 'UTC') - interval '13 months'),
      (at at time zone 'UTC') + interval '2 months', interval '1 year') as year
  loop
    made := made + create_trip_period('device_days_' || to_char(first, 'YYYY'), 'device_days', 'day', first::text,
      (first + interval '1 year')::date::text)::int;
  end loop;
  return made;
end $$;

-- Drops months and years that ended before, and deletes older rows of the default partitions, some at a time.
create or replace function drop_old_trip_partitions(keep_segments_from timestamptz, keep_days_from date) returns text[]
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  old     record;
  dropped text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  delete from segments_default where ctid = any(array(
    select s.ctid from segments_default s where s.began_at < keep_segments_from limit 10000));
  delete from device_days_default where ctid = any(array(
    select d.ctid from device_days_default d where d.day < keep_days_from limit 10000));
  for old in
    select i.inhparent::regclass as parent, child.relname::text as name
    from pg_inherits i join pg_class child on child.oid = i.inhrelid
    where i.inhparent = 'segments'::regclass and child.relname ~ '_\d{6}$'
      and (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month')::timestamp at time zone 'UTC' <= keep_segments_from
    union all
    select i.inhparent::regclass, child.relname::text
    from pg_inherits i join pg_class child on child.oid = i.inhrelid
    where i.inhparent = 'device_days'::regclass and child.relname ~ '_\d{4}$'
      and (to_date(right(child.relname, 4), 'YYYY') + interval '1 year')::date <= keep_days_from
  loop
    execute format('lock table only %s in access exclusive mode', old.parent);
    execute format('drop table %I', old.name);
    dropped := dropped || old.name;
  end loop;
  return dropped;
end $$;

drop function create_trip_partition;
revoke execute on function create_trip_period from public;

-- Nightly recomputations of a sample of days, compared with what is stored.
create table trip_checks (
  -- In UTC.
  day         date primary key,
  started_at  timestamptz not null,
  finished_at timestamptz,
  device_days int not null default 0,
  differing   int not null default 0,
  -- Of the first ones: account, device, day and what differs.
  differences jsonb not null default '[]'
);
select guard_directory_table('trip_checks', 'select, insert, update, delete');

-- The public identifier of a segment, as in segment-id.ts: its kind, and its number in base 62.
create function public_segment_id(kind text, id uuid) returns text
language plpgsql immutable strict parallel safe as $$
declare
  hex      text := replace(id::text, '-', '');
  rest     numeric := 0;
  shown    text := '';
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
begin
  for part in 0..3 loop
    rest := rest * 4294967296 + ('x' || substr(hex, part * 8 + 1, 8))::bit(32)::bigint;
  end loop;
  for digit in 1..22 loop
    shown := substr(alphabet, (rest % 62)::int + 1, 1) || shown;
    rest := div(rest, 62);
  end loop;
  return (case kind when 'trip' then 'trp' when 'stop' then 'sto' else 'gap' end) || '_' || shown;
end $$;
