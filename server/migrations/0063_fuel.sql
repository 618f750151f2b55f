-- Fuel sensors of devices, and the fills and drains that are found in their readings at stops.
create table fuel_sensors (
  account_id        int not null,
  number            int generated always as identity,
  id                text collate "C" not null check (id ~ '^fse_[0-9A-Za-z]{22}$'),
  device_number     int not null,
  name              text not null check (length(name) between 1 and 200),
  -- Which value of a location: its fuel level, that of the second tank, or the attribute of this name.
  source            text collate "C" not null check (source in ('attribute', 'fuel', 'fuel2')),
  attribute         text check (length(attribute) between 1 and 64),
  -- Pairs of a raw value and litres. Null: percents of the tank, or litres if it is an attribute.
  calibration       jsonb,
  tank_ml           int not null check (tank_ml > 0),
  min_fill_ml       int not null check (min_fill_ml >= 0),
  min_drain_ml      int not null check (min_drain_ml >= 0),
  idle_ml_per_hour  int not null check (idle_ml_per_hour >= 0),
  ml_per_100_km     int check (ml_per_100_km > 0),
  version           int not null default 1,
  created_at        timestamptz not null,
  modified_at       timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  check ((source = 'attribute') = (attribute is not null))
);
create index fuel_sensors_of_device on fuel_sensors (account_id, device_number, number);
select guard_account_table('fuel_sensors', 'select, insert, update, delete');

-- Which sensors have readings to process.
create table fuel_states (
  account_id    int not null,
  sensor_number int not null,
  device_number int not null,
  -- Earlier readings are not looked at.
  counts_from   timestamptz not null,
  -- Stops from here on may have changed. Null: none.
  changed_from  timestamptz,
  -- Up to here. What is computed as before from then on stands.
  changed_until timestamptz,
  -- Rises with every change of these. The worker clears them only if it is still the same.
  marks         int not null default 0,
  -- After a failure.
  not_before    timestamptz not null default '-infinity',
  primary key (account_id, sensor_number),
  foreign key (account_id, sensor_number) references fuel_sensors on delete cascade
) with (fillfactor = 70);
create index fuel_states_of_device on fuel_states (account_id, device_number);
-- Read over all accounts.
create index fuel_states_due on fuel_states (changed_from) where changed_from is not null;
select guard_account_table('fuel_states', 'select, insert, update, delete');
select open_to_recorder('fuel_states', 'select');

-- The levels of stops. A long stop has several parts.
create table fuel_stops (
  account_id    int not null,
  sensor_number int not null,
  began_at      timestamptz not null,
  -- Null while the vehicle stands there.
  ended_at      timestamptz,
  -- When the stop began that this is a part of.
  stop_at       timestamptz not null,
  -- Null: it has no reading.
  first_ml      int,
  last_ml       int,
  last_at       timestamptz,
  primary key (account_id, sensor_number, began_at),
  foreign key (account_id, sensor_number) references fuel_sensors on delete cascade
);
select guard_account_table('fuel_stops', 'select, insert, update, delete');

create table fuel_events (
  account_id      int not null,
  number          bigint generated always as identity,
  id              text collate "C" not null check (id ~ '^fev_[0-9A-Za-z]{22}$'),
  device_number   int not null,
  sensor_number   int not null,
  kind            text collate "C" not null check (kind in ('fill', 'drain')),
  -- The part of a stop that it was found in.
  part_at         timestamptz not null,
  -- The last reading before the level changed, and the first one after.
  from_at         timestamptz not null,
  to_at           timestamptz not null,
  before_ml       int not null,
  after_ml        int not null,
  ml              int not null,
  latitude        int not null,
  longitude       int not null,
  version         int not null default 1,
  -- By a user.
  confirmed_at    timestamptz,
  confirmed_by    text collate "C",
  -- By the receipt.
  confirmed_ml    int check (confirmed_ml >= 0),
  note            text check (length(note) <= 1000),
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  foreign key (account_id, sensor_number) references fuel_sensors on delete cascade
);
create index fuel_events_of_sensor on fuel_events (account_id, sensor_number, part_at);
create index fuel_events_of_device on fuel_events (account_id, device_number, from_at, number);
create index fuel_events_by_time on fuel_events (account_id, from_at, number);
select guard_account_table('fuel_events', 'select, insert, update, delete');
