-- What users set about trips: versions of settings, readings of odometer and engine hours, and marks on tracks.

alter table trip_settings
  add column version int not null default 1,
  -- Earlier versions, the oldest first: since when each counted, in milliseconds, its profile and its settings. A device
  -- that is processed later is computed with those of their time.
  add column history jsonb not null default '[]';

create function delete_trip_settings() returns trigger language plpgsql as $$
begin
  delete from trip_settings s where s.account_id = old.account_id and s.subject = old.id;
  return null;
end $$;
create trigger delete_trip_settings after delete on groups for each row execute function delete_trip_settings();
create trigger delete_trip_settings after delete on devices for each row execute function delete_trip_settings();

alter table trip_states
  -- With redo_from: the newest mark that was changed. Null: everything to the end of the track.
  add column redo_until          timestamptz,
  -- The settings of settings_applied_at count from here on. Set when a user applies changed settings to the past.
  add column settings_from       timestamptz,
  add column settings_applied_at timestamptz,
  -- All that device_days have ever counted. Days that are no longer kept are part of it.
  add column total_cm            bigint not null default 0,
  add column total_engine_seconds bigint,
  -- The latest day with a reading of a meter.
  add column last_reading_on     date;

update trip_states s set total_cm = sums.cm, total_engine_seconds = sums.engine_seconds
from (
  select account_id, device_number, sum(cm)::bigint as cm, sum(engine_seconds)::bigint as engine_seconds
  from device_days group by account_id, device_number) as sums
where s.account_id = sums.account_id and s.device_number = sums.device_number;

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
