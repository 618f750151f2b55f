-- Trips, stops and gaps: what the trip processor computes from the stored locations.

-- How the processor learns of new rows. `latest_at` is the time of the latest one that is not dated ahead, and never
-- decreases. Rows that are stored later, but are not later than it, are marked: the oldest and the newest of them, and a
-- number that changes with each batch.
alter table newest_locations
  add column latest_at  timestamptz not null default '-infinity',
  add column late_from  timestamptz,
  add column late_until timestamptz,
  add column late_count int not null default 0;
-- The owner role does not bypass row-level security, so accounts are visited one by one.
do $$
declare
  visited int;
begin
  perform set_config('rastro.directory', 'on', true);
  for visited in select account_id from directory_accounts order by account_id loop
    perform set_config('rastro.account', visited::text, true);
    update newest_locations set latest_at = least(fixed_at, received_at + interval '5 minutes') where account_id = visited;
  end loop;
  perform set_config('rastro.account', '', true);
  perform set_config('rastro.directory', '', true);
end $$;

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
  -- Requested after changed settings or marks, or by the operator.
  redo_from     timestamptz,
  -- The newest mark that was changed. Null: everything to the end of the track.
  redo_until    timestamptz,
  redo_cause    text,
  state         text not null,
  -- The time zone of the account that the days were computed in. Null: none yet.
  zone          text,
  -- If days before an instant are of another zone: all zones, with the instant in milliseconds that each counts from.
  zones         jsonb,
  -- What settings counted from when on, in milliseconds: late rows are computed with those of their time.
  settings      jsonb,
  -- The settings of settings_applied_at count from here on. Set when a user applies changed settings to the past.
  settings_from timestamptz,
  settings_applied_at timestamptz,
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
  -- All that device_days have ever counted. Days that are no longer kept are part of it.
  total_cm      bigint not null default 0,
  total_engine_seconds bigint,
  -- The latest day with a reading of a meter.
  last_reading_on date,
  -- When a correction of one of the device's trips was last published: the event has a pace, the log of corrections has none.
  corrected_event_at timestamptz,
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
  -- Why, as words; see segment_reason. Objects would be half of the row.
  began           text not null,
  ended           text,
  primary key (device_number, began_at)
) partition by range (began_at);
comment on column segments.top_speed is 'tenths of km/h';
create function segment_reason(words text) returns json
language sql immutable strict parallel safe as $$
  select json_build_object('by', split_part(words, ' ', 1),
    'decidedAtMs', nullif(split_part(words, ' ', 2), '')::float8, 'metres', nullif(split_part(words, ' ', 3), '')::float8,
    'seconds', nullif(split_part(words, ' ', 4), '')::float8)
$$;
create index segments_of_account on segments (account_id, began_at);
create index segments_by_id on segments (account_id, id);
select guard_account_table('segments', 'select, insert, update, delete');
-- The key has no account: only whole rows tell a move whose row was changed or deleted.
select log_whole_rows('segments');

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
  -- late, settings, mark, recomputed, algorithm
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
  version     int not null default 1,
  -- Earlier versions, the oldest first: since when each counted, in milliseconds, its profile and its settings. A device
  -- that is processed later is computed with those of their time.
  history     jsonb not null default '[]',
  primary key (account_id, subject)
);
select guard_account_table('trip_settings', 'select, insert, update, delete');

create function delete_trip_settings() returns trigger language plpgsql as $$
begin
  delete from trip_settings s where s.account_id = old.account_id and s.subject = old.id;
  return null;
end $$;
create trigger delete_trip_settings after delete on groups for each row execute function delete_trip_settings();
create trigger delete_trip_settings after delete on devices for each row execute function delete_trip_settings();

-- Readings of odometers and hour meters. A wrong one is corrected by another of the same instant.
create table meter_readings (
  account_id    int not null,
  device_number int not null,
  number        bigint generated always as identity,
  meter         text collate "C" not null check (meter in ('odometer', 'engine')),
  at            timestamptz not null,
  value         bigint not null check (value >= 0),
  note          text,
  created_at    timestamptz not null,
  created_by    text collate "C" not null,
  -- The local day of `at`.
  day           date not null,
  zone          text not null,
  -- What was counted on the days before. The trip processor moves it when one of them is corrected.
  base          bigint not null,
  -- What was counted up to `at` in its segment: for each segment that it may turn out to be part of, its beginning in
  -- milliseconds, centimetres, and engine seconds.
  anchors       jsonb not null,
  -- What the meter would have shown by the reading before, as it was known then.
  computed      bigint,
  -- The factor of the odometer that would have made both equal.
  factor        float8,
  primary key (account_id, number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
comment on column meter_readings.value is 'centimetres, or seconds';
create index meter_readings_by_time on meter_readings (account_id, device_number, meter, at, number);
create index meter_readings_of_device on meter_readings (account_id, device_number, meter, number);
select guard_account_table('meter_readings', 'select, insert');
grant update (base) on meter_readings to rastro_app;

-- Instants at which a trip is cut in two, or two trips are joined, whatever is computed again.
create table track_marks (
  account_id    int not null,
  device_number int not null,
  number        bigint generated always as identity,
  id            text collate "C" not null check (id ~ '^mrk_[0-9A-Za-z]{22}$'),
  at            timestamptz not null,
  kind          text collate "C" not null check (kind in ('cut', 'join')),
  created_at    timestamptz not null,
  created_by    text collate "C" not null,
  primary key (account_id, number),
  constraint track_marks_id unique (account_id, id),
  constraint track_marks_instant unique (account_id, device_number, at, kind),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index track_marks_of_device on track_marks (account_id, device_number, number);
select guard_account_table('track_marks', 'select, insert, delete');

-- A month of segments and a year of days each have a partition. The default partitions have what is older than the oldest
-- of them.
create table segments_default partition of segments default;
create table device_days_default partition of device_days default;
select log_whole_rows('segments_default'), log_whole_rows('device_days_default');
select guard_account_table('segments_default', 'select'), guard_account_table('device_days_default', 'select');

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
create function ensure_trip_partitions(at timestamptz) returns int
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
create function drop_old_trip_partitions(keep_segments_from timestamptz, keep_days_from date) returns text[]
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

revoke execute on function create_trip_period, ensure_trip_partitions, drop_old_trip_partitions from public;
grant execute on function ensure_trip_partitions, drop_old_trip_partitions to rastro_app;
select ensure_trip_partitions(now());

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
