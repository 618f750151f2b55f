-- Trips, stops and gaps: what the trip processor computes from the stored locations.

-- How the processor learns of new rows. `latest_at` is the time of the latest one that is not dated ahead, and never
-- decreases. Rows that are stored later, but are not later than it, are marked: the oldest and the newest of them, and a
-- number that changes with each batch.
alter table newest_locations
  add column latest_at  timestamptz not null default '-infinity',
  add column late_from  timestamptz,
  add column late_until timestamptz,
  add column late_count int not null default 0;
update newest_locations set latest_at = fixed_at;

-- The detector's state after the newest location that was processed.
create table trip_states (
  account_id    int not null,
  device_number int not null,
  -- The rows up to here were read. Null: none.
  read_until    timestamptz,
  -- newest_locations.late_count, as it was before they were read.
  late_count    int not null default 0,
  processed_at  timestamptz not null,
  -- Recomputing costs more than continuing: a device that causes much of it waits.
  not_before    timestamptz not null default '-infinity',
  -- Requested after changed settings, or by the operator.
  redo_from     timestamptz,
  redo_cause    text,
  state         text not null,
  -- What settings counted from when on, in milliseconds: late rows are computed with those of their time.
  settings      jsonb,
  -- The open segment and the current days, as far as they are known.
  open          jsonb,
  -- There is nothing to decide before the newest location leaves this box, moves or stands, switches the ignition, or
  -- reaches this time.
  south         int,
  north         int,
  west          int,
  east          int,
  moves_at      smallint,
  stands_at     smallint,
  ignition      boolean,
  decides_at    timestamptz not null default '-infinity',
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
comment on column trip_states.moves_at is 'tenths of km/h';
comment on column trip_states.stands_at is 'tenths of km/h';
select guard_account_table('trip_states', 'select, insert, update, delete');
select open_to_recorder('trip_states', 'select');

-- Distances are centimetres, coordinates 1e-7 degrees. Of an open segment only the beginning is kept here.
create table segments (
  account_id      int not null,
  device_number   int not null,
  began_at        timestamptz not null,
  ended_at        timestamptz,
  id              uuid not null,
  kind            text not null check (kind in ('trip', 'stop', 'gap')),
  version         int not null default 1,
  corrections     int not null default 0,
  algorithm       smallint not null,
  -- The only local day that it is part of; null if there are several, or it is open.
  day             date,
  from_latitude   int not null,
  from_longitude  int not null,
  to_latitude     int not null,
  to_longitude    int not null,
  cm              bigint not null,
  bridged_cm      bigint not null,
  drift_cm        bigint not null,
  device_cm       bigint,
  odometer_breaks int not null,
  idle_seconds    int not null,
  idlings         int not null,
  engine_seconds  int,
  top_speed       smallint,
  locations       int not null,
  began           jsonb not null,
  ended           jsonb,
  primary key (device_number, began_at)
) partition by range (began_at);
comment on column segments.top_speed is 'tenths of km/h';
create index segments_of_account on segments (account_id, began_at);
create index segments_by_id on segments (account_id, id);
select guard_account_table('segments', 'select, insert, update, delete');

-- The sums of a segment in one local day, if it is part of several.
create table segment_days (
  account_id      int not null,
  device_number   int not null,
  began_at        timestamptz not null,
  day             date not null,
  kind            text not null,
  cm              bigint not null,
  bridged_cm      bigint not null,
  drift_cm        bigint not null,
  device_cm       bigint,
  odometer_breaks int not null,
  idle_seconds    int not null,
  idlings         int not null,
  engine_seconds  int,
  top_speed       smallint,
  locations       int not null,
  primary key (account_id, device_number, began_at, day),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index segment_days_of_day on segment_days (account_id, device_number, day);
select guard_account_table('segment_days', 'select, insert, update, delete');

-- A local day of a device with at least one location: what ended segments add to it, and where to continue from when
-- locations of it come late.
create table device_days (
  account_id      int not null,
  device_number   int not null,
  day             date not null,
  zone            text not null,
  -- The detector's state before its first location.
  opening         text,
  trips           int not null default 0,
  stops           int not null default 0,
  trip_seconds    int not null default 0,
  stop_seconds    int not null default 0,
  gap_seconds     int not null default 0,
  cm              bigint not null default 0,
  trip_cm         bigint not null default 0,
  bridged_cm      bigint not null default 0,
  device_cm       bigint,
  odometer_breaks int not null default 0,
  idle_seconds    int not null default 0,
  idlings         int not null default 0,
  engine_seconds  int,
  top_speed       smallint,
  first_start_at  timestamptz,
  last_end_at     timestamptz,
  -- Instants with a location, and those without usable coordinates, by reason.
  locations       int not null default 0,
  ahead           int not null default 0,
  coordinates     int not null default 0,
  accuracy        int not null default 0,
  jump            int not null default 0,
  primary key (account_id, device_number, day)
) partition by range (day);
select guard_account_table('device_days', 'select, insert, update, delete');

-- What changed after a segment had ended.
create table segment_corrections (
  account_id    int not null,
  device_number int not null,
  number        bigint generated always as identity,
  at            timestamptz not null,
  segment_id    uuid not null,
  kind          text not null,
  version       int not null,
  -- late, decoded_again, settings, mark, recomputed
  cause         text not null,
  before        jsonb not null,
  -- Null: withdrawn.
  after         jsonb,
  primary key (account_id, number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index segment_corrections_of_segment on segment_corrections (account_id, segment_id);
create index segment_corrections_of_device on segment_corrections (account_id, device_number, at);
select guard_account_table('segment_corrections', 'select, insert, delete');
grant usage on sequence segment_corrections_number_seq to rastro_app;

-- Settings of the detector: those of the account, of a group, or of a device. The nearest counts.
create table trip_settings (
  account_id  int not null references accounts,
  -- 'account', or the id of a group or device.
  subject     text not null,
  profile     text,
  settings    jsonb not null,
  modified_at timestamptz not null,
  primary key (account_id, subject)
);
select guard_account_table('trip_settings', 'select, insert, update, delete');

-- A month of segments and a year of days each have a partition.
create function create_trip_partition(name text, parent text, bounds text) returns boolean
language plpgsql as $$
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I partition of %I %s', name, parent, bounds);
  perform log_whole_rows(name::regclass);
  perform guard_account_table(name::regclass, 'select');
  return true;
end $$;

create function ensure_trip_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date;
  made  int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('trip_partitions'));
  for first in
    select month::date
    from generate_series(date_trunc('month', (at at time zone 'UTC') - interval '13 months'),
      (at at time zone 'UTC') + interval '2 months', interval '1 month') as month
  loop
    made := made + create_trip_partition('segments_' || to_char(first, 'YYYYMM'), 'segments',
      format('for values from (%L) to (%L)', first::timestamp at time zone 'UTC',
        (first + interval '1 month')::timestamp at time zone 'UTC'))::int;
  end loop;
  for first in
    select year::date
    from generate_series(date_trunc('year', (at at time zone 'UTC') - interval '13 months'),
      (at at time zone 'UTC') + interval '2 months', interval '1 year') as year
  loop
    made := made + create_trip_partition('device_days_' || to_char(first, 'YYYY'), 'device_days',
      format('for values from (%L) to (%L)', first, (first + interval '1 year')::date))::int;
  end loop;
  return made;
end $$;

-- The default partitions have what is older than the oldest partition: they are made first, and never split.
select create_trip_partition('segments_default', 'segments', 'default');
select create_trip_partition('device_days_default', 'device_days', 'default');
select ensure_trip_partitions(now());

create function drop_old_trip_partitions(keep_segments_from timestamptz, keep_days_from date) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
  dropped text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('trip_partitions'));
  for old in
    select child.relname::text as name
    from pg_inherits i join pg_class child on child.oid = i.inhrelid
    where i.inhparent = 'segments'::regclass and child.relname ~ '_\d{6}$'
      and (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month')::timestamp at time zone 'UTC' <= keep_segments_from
    union all
    select child.relname::text
    from pg_inherits i join pg_class child on child.oid = i.inhrelid
    where i.inhparent = 'device_days'::regclass and child.relname ~ '_\d{4}$'
      and (to_date(right(child.relname, 4), 'YYYY') + interval '1 year')::date <= keep_days_from
  loop
    execute format('drop table %I', old.name);
    dropped := dropped || old.name;
  end loop;
  return dropped;
end $$;

revoke execute on function create_trip_partition, ensure_trip_partitions, drop_old_trip_partitions from public;
grant execute on function ensure_trip_partitions, drop_old_trip_partitions to rastro_app;

-- The trip processor must know how long the locations of an account are kept.
create policy of_anyone on retention_classes for select using (true);
