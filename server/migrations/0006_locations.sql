-- Where devices were, and where they were last. Compact: coordinates are whole numbers of 1e-7 degrees, small values
-- are smallints, and whatever else a tracker said stands in one column that is absent when empty.

-- Written by the recorder, whose batches hold many accounts' locations: 'on' in rastro.recorder lets it.
create function open_to_recorder(guarded regclass, commands text default 'all') returns void
language plpgsql as $$
begin
  execute format($policy$
    create policy of_recorder on %s for %s
    using ((select current_setting('rastro.recorder', true) = 'on'))$policy$, guarded, commands);
end $$;
revoke execute on function open_to_recorder from public;

-- How long an account's history is kept. Each class has partitions of its own, dropped when they are over.
create table retention_classes (
  class      smallint primary key,
  name       text not null unique,
  keep_days  int not null check (keep_days > 0)
);
insert into retention_classes values (1, 'short', 90), (2, 'standard', 400);
select guard_directory_table('retention_classes', 'select');

alter table accounts add column retention_class smallint not null default 2;
select open_to_recorder('accounts', 'select');
select open_to_recorder('devices', 'select');
select open_to_recorder('directory_identifiers', 'select');

create table locations (
  fixed_at      timestamptz not null,
  received_at   timestamptz not null,
  device_number int not null,
  account_id    int not null,
  latitude      int,
  longitude     int,
  -- Of everything the tracker said: the same report twice is one row, two reports of one instant are two.
  fingerprint   int not null,
  altitude_m    smallint,
  speed         smallint,
  course        smallint,
  accuracy_m    smallint,
  satellites    smallint,
  class         smallint not null,
  -- Says too that a location is not valid: a column for it would cost every row eight bytes.
  more          jsonb,
  primary key (device_number, fixed_at, fingerprint, class)
) partition by list (class);
comment on column locations.speed is 'tenths of km/h';
comment on column locations.course is 'tenths of a degree, clockwise from north';
select guard_account_table('locations', 'select, insert, delete');
select open_to_recorder('locations');

-- A partition is guarded like its parent: a query that names it directly sees no more.
create function create_location_partition(name text, parent text, bounds text, split text) returns void
language plpgsql as $$
begin
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I partition of %I %s %s', name, parent, bounds, split);
  perform guard_account_table(name::regclass, 'select');
  perform open_to_recorder(name::regclass);
end $$;

-- A week of a class. Its partition cannot be made while the default holds rows of the week, so these step aside for it.
create function create_location_week(class_name text, week date) returns void
language plpgsql as $$
declare
  parent text := 'locations_' || class_name;
  first  timestamptz := week::timestamp at time zone 'UTC';
  ends   timestamptz := (week + 7)::timestamp at time zone 'UTC';
begin
  execute format('lock table %I in access exclusive mode', parent || '_default');
  create temp table if not exists stepped_aside (like locations) on commit drop;
  execute format(
    'with moved as (delete from %I where fixed_at >= $1 and fixed_at < $2 returning *)
     insert into stepped_aside select * from moved', parent || '_default') using first, ends;
  perform create_location_partition(format('%s_%s', parent, to_char(week, 'YYYYMMDD')), parent,
    format('for values from (%L) to (%L)', first, ends), '');
  insert into locations select * from stepped_aside;
  truncate stepped_aside;
end $$;

-- One partition a week and class, from as far back as locations are taken to three weeks ahead.
create function ensure_location_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  week date;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  perform set_config('rastro.recorder', 'on', true);
  for kept in select * from retention_classes loop
    perform create_location_partition('locations_' || kept.name, 'locations',
      format('for values in (%s)', kept.class), 'partition by range (fixed_at)');
    perform create_location_partition('locations_' || kept.name || '_default', 'locations_' || kept.name, 'default', '');
    for week in
      select date_trunc('week', day)::date
      from generate_series(at - make_interval(days => least(kept.keep_days, 400)), at + interval '21 days',
        interval '7 days') as day
    loop
      continue when to_regclass(format('locations_%s_%s', kept.name, to_char(week, 'YYYYMMDD'))) is not null;
      perform create_location_week(kept.name, week);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops the partitions whose whole week is older than their class keeps, and what came too late for any partition.
create function drop_old_location_partitions(at timestamptz) returns text[]
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

revoke execute on function create_location_partition, create_location_week, ensure_location_partitions,
  drop_old_location_partitions from public;
grant execute on function ensure_location_partitions, drop_old_location_partitions to rastro_app;
select ensure_location_partitions(now());

-- The newest location of each device. Only ever moves forward. No index on what changes: updates stay in the page.
create table newest_locations (
  account_id    int not null,
  device_number int not null,
  fixed_at      timestamptz not null,
  received_at   timestamptz not null,
  -- The last sign of life, also by a location that is older than the newest.
  seen_at       timestamptz not null,
  latitude      int not null,
  longitude     int not null,
  altitude_m    smallint,
  speed         smallint,
  course        smallint,
  accuracy_m    smallint,
  satellites    smallint,
  more          jsonb,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
select guard_account_table('newest_locations', 'select, insert, update, delete');
select open_to_recorder('newest_locations');

-- Identifiers whose meaning changed lately: every process that remembers them forgets these.
create table directory_changes (
  identifier text collate "C" not null,
  at         timestamptz not null default now()
);
create index directory_changes_at on directory_changes (at);
select guard_directory_table('directory_changes', 'select, delete');
create policy of_changer on directory_changes for insert with check (true);
grant insert on directory_changes to rastro_app;

create function note_directory_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into directory_changes (identifier) values (old.identifier);
  end if;
  if tg_op <> 'DELETE' then
    insert into directory_changes (identifier) values (new.identifier);
  end if;
  return null;
end $$;
create trigger directory_identifiers_change after insert or update or delete on directory_identifiers
  for each row execute function note_directory_change();

-- Trackers that nobody has registered: what they call themselves and what they last said, bounded in number and time.
create table quarantine (
  identifier    text collate "C" primary key check (length(identifier) <= 64),
  protocol      text not null,
  address       text,
  reports       int not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  last_report   jsonb
);
create index quarantine_age on quarantine (last_seen_at);
select guard_directory_table('quarantine', 'select, insert, update, delete');
select open_to_recorder('quarantine');

-- Messages of the log that could not be stored. Kept until somebody replays or deletes them.
create table dead_letters (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  stream    text not null,
  sequence  bigint not null,
  why       text not null,
  payload   bytea not null,
  unique (stream, sequence)
);
select guard_directory_table('dead_letters', 'select, insert, delete');
select open_to_recorder('dead_letters');
grant usage on sequence dead_letters_id_seq to rastro_app;
