-- The archive: weeks of locations in objects outside the database. A week is closed (nothing is added to its partition any
-- more), archived (the objects are verified, and reads use them), and dropped (its partition is gone).
select open_to_recorder('retention_classes', 'select');

create table archive_weeks (
  class       smallint not null references retention_classes (class),
  week        date not null,
  closed_at   timestamptz not null,
  archived_at timestamptz,
  dropped_at  timestamptz,
  locations   bigint,
  primary key (class, week)
);
comment on column archive_weeks.week is 'its Monday, in UTC';
select guard_directory_table('archive_weeks', 'select, update');
select open_to_recorder('archive_weeks');
create policy of_accounts on archive_weeks for select using ((select current_setting('rastro.account', true) <> ''));

-- Where closed weeks end, for each class: what arrives later for them is stored apart, in the partition of late locations.
create table archive_borders (
  class        smallint primary key references retention_classes (class),
  closed_until timestamptz not null
);
select guard_directory_table('archive_borders', 'select');
select open_to_recorder('archive_borders', 'select');
create policy of_accounts on archive_borders for select using ((select current_setting('rastro.account', true) <> ''));

create table archive_objects (
  object_id   bigint generated always as identity primary key,
  key         text collate "C" not null unique,
  class       smallint not null,
  week        date not null,
  bytes       bigint not null,
  locations   int not null,
  created_at  timestamptz not null default now(),
  foreign key (class, week) references archive_weeks (class, week)
);
create index archive_objects_of_week on archive_objects (class, week);
select guard_directory_table('archive_objects', 'select, insert, delete');
select open_to_recorder('archive_objects');
create policy of_accounts on archive_objects for select using ((select current_setting('rastro.account', true) <> ''));

-- What one ranged read fetches.
create table archive_groups (
  object_id bigint not null references archive_objects (object_id) on delete cascade,
  number    int not null,
  first_row int not null,
  locations int not null,
  at_byte   bigint not null,
  bytes     int not null,
  crc32     bigint not null,
  primary key (object_id, number)
);
select guard_directory_table('archive_groups', 'select, insert, delete');
select open_to_recorder('archive_groups');
create policy of_accounts on archive_groups for select using ((select current_setting('rastro.account', true) <> ''));

-- The locations of a device in a group, in the order of the file. With the device they vanish from every read; the object is
-- written again without them.
create table archive_parts (
  account_id     int not null,
  device_number  int not null,
  object_id      bigint not null references archive_objects (object_id) on delete cascade,
  group_number   int not null,
  first_fixed_at timestamptz not null,
  last_fixed_at  timestamptz not null,
  first_row      int not null,
  locations      int not null,
  primary key (account_id, device_number, first_fixed_at, object_id, group_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
comment on column archive_parts.first_row is 'in the file';
create index archive_parts_of_object on archive_parts (object_id);
select guard_account_table('archive_parts', 'select, insert, delete');
select open_to_recorder('archive_parts');

-- Objects that still have locations whose part is gone, until they are written again without them and are removed.
create table archive_rewrites (
  object_id  bigint not null,
  key        text collate "C" not null,
  of_account int
);
comment on column archive_rewrites.of_account is 'null if the device was deleted while it was archived';
select guard_directory_table('archive_rewrites', 'select, insert, delete');
select open_to_recorder('archive_rewrites');
create policy of_deleter on archive_rewrites for insert with check (true);
grant select, insert on archive_rewrites to rastro_eraser;
grant select on archive_objects to rastro_eraser;

create function note_archive_rewrites() returns trigger language plpgsql as $$
begin
  insert into archive_rewrites
    select distinct o.object_id, o.key, g.account_id from gone g join archive_objects o using (object_id);
  return null;
end $$;
create trigger rewrites after delete on archive_parts referencing old table as gone
  for each statement execute function note_archive_rewrites();

-- Objects that nothing refers to any more: removed from the store when the reads that began before have ended.
create table archive_removals (
  key        text collate "C" primary key,
  removed_at timestamptz not null
);
select guard_directory_table('archive_removals', 'select, insert, delete');
select open_to_recorder('archive_removals');

-- What was about to be written to a week while it was closed is written again, and goes to the late locations.
create function refuse_closed_week() returns trigger language plpgsql as $$
begin
  raise exception 'the week of this location was closed a moment ago' using errcode = 'serialization_failure';
end $$;

-- Waits for statements that write to the week; those that follow see that it is closed. Others wait behind it, so not for long.
create function close_location_week(of_class smallint, of_week date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  partition text;
  ends timestamptz := (of_week + 7)::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  select format('locations_%s_%s', name, to_char(of_week, 'YYYYMMDD')) into partition
    from retention_classes where class = of_class;
  if to_regclass(partition) is null then
    return false;
  end if;
  if exists (select from archive_weeks where class = of_class and week = of_week) then
    return true;
  end if;
  execute format('lock table %I in share row exclusive mode', partition);
  execute format(
    'create trigger closed before insert on %I for each row execute function refuse_closed_week()', partition);
  insert into archive_weeks (class, week, closed_at) values (of_class, of_week, now());
  insert into archive_borders values (of_class, ends)
    on conflict (class) do update set closed_until = greatest(archive_borders.closed_until, excluded.closed_until);
  return true;
end $$;

-- Transactions that began before the week was archived still use its partition: the caller waits for them first.
create function drop_archived_week(of_class smallint, of_week date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  partition text;
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  if not exists (
    select from archive_weeks where class = of_class and week = of_week and archived_at is not null and dropped_at is null)
  then
    return false;
  end if;
  select format('locations_%s_%s', name, to_char(of_week, 'YYYYMMDD')) into partition
    from retention_classes where class = of_class;
  execute format('drop table if exists %I', partition);
  update archive_weeks set dropped_at = now() where class = of_class and week = of_week;
  return true;
end $$;

revoke execute on function close_location_week, drop_archived_week from public;
grant execute on function close_location_week, drop_archived_week to rastro_app;

-- As before, but weeks that were archived are not made again. Late locations of a class have a class of their own (100
-- more), so that they are in the same table as all others.
create or replace function ensure_location_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  monday date;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  perform set_config('rastro.recorder', 'on', true);
  for kept in select * from retention_classes loop
    perform create_location_partition('locations_' || kept.name, 'locations',
      format('for values in (%s)', kept.class), 'partition by range (fixed_at)');
    perform create_location_partition('locations_' || kept.name || '_default', 'locations_' || kept.name, 'default', '');
    perform create_location_partition('locations_' || kept.name || '_late', 'locations',
      format('for values in (%s)', kept.class + 100), '');
    for monday in
      select day::date
      from generate_series(date_trunc('week', at - make_interval(days => least(kept.keep_days, 400))),
        at + interval '21 days', interval '7 days') as day
    loop
      continue when to_regclass(format('locations_%s_%s', kept.name, to_char(monday, 'YYYYMMDD'))) is not null;
      continue when exists (
        select from archive_weeks a where a.class = kept.class and a.week = monday);
      perform create_location_week(kept.name, monday);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- As before, and deletes late locations that are older than their class keeps.
create or replace function drop_old_location_partitions(at timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
  kept record;
  dropped text[] := '{}';
begin
  perform set_config('rastro.directory', 'on', true);
  perform set_config('rastro.recorder', 'on', true);
  for kept in select * from retention_classes loop
    execute format('delete from %I where fixed_at < $1', 'locations_' || kept.name || '_default')
      using at - make_interval(days => kept.keep_days);
    execute format('delete from %I where fixed_at < $1', 'locations_' || kept.name || '_late')
      using at - make_interval(days => kept.keep_days);
  end loop;
  for old in
    select child.relname::text as name
    from retention_classes r
    join pg_class parent on parent.relname = 'locations_' || r.name and parent.relnamespace = 'public'::regnamespace
    join pg_inherits i on i.inhparent = parent.oid
    join pg_class child on child.oid = i.inhrelid
    where child.relname ~ '_\d{8}$'
      and to_date(right(child.relname, 8), 'YYYYMMDD') + 7 < (at at time zone 'UTC')::date - r.keep_days
  loop
    execute format('drop table %I', old.name);
    dropped := dropped || old.name;
  end loop;
  return dropped;
end $$;
select ensure_location_partitions(now());
