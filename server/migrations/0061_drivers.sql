-- Drivers, the tags that identify them, who was assigned to a device, and the sessions that the trip processor computes
-- from the tags that devices report.

create table drivers (
  account_id     int not null references accounts,
  number         int generated always as identity,
  id             text collate "C" not null check (id ~ '^drv_[0-9A-Za-z]{22}$'),
  name           text not null check (length(name) between 1 and 200),
  phone          text,
  email          text,
  license_number text,
  note           text,
  version        int not null default 1,
  created_at     timestamptz not null,
  modified_at    timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id)
);
select guard_account_table('drivers', 'select, insert, update, delete');

-- Which driver a tag means, and when. Sessions keep the tag only: a tag that is given to a driver back in time counts for
-- the past at once. A tag is of one driver at a time.
create table driver_tags (
  account_id    int not null,
  number        bigint generated always as identity,
  id            text collate "C" not null check (id ~ '^dtg_[0-9A-Za-z]{22}$'),
  driver_number int not null,
  tag           text collate "C" not null check (length(tag) between 1 and 64),
  counts_from   timestamptz not null,
  counts_until  timestamptz not null,
  created_at    timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, driver_number) references drivers (account_id, number) on delete cascade,
  check (counts_from < counts_until)
);
create index driver_tags_of_tag on driver_tags (account_id, tag, counts_from);
create index driver_tags_of_driver on driver_tags (account_id, driver_number);
select guard_account_table('driver_tags', 'select, insert, update, delete');

-- Who drives a device while no tag is reported. Those of a device do not overlap.
create table driver_assignments (
  account_id    int not null,
  number        bigint generated always as identity,
  device_number int not null,
  driver_number int not null,
  counts_from   timestamptz not null,
  counts_until  timestamptz not null,
  created_at    timestamptz not null,
  created_by    text collate "C" not null,
  primary key (account_id, number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  foreign key (account_id, driver_number) references drivers (account_id, number) on delete cascade,
  check (counts_from < counts_until)
);
create index driver_assignments_of_device on driver_assignments (account_id, device_number, counts_from);
create index driver_assignments_of_driver on driver_assignments (account_id, driver_number, counts_from);
select guard_account_table('driver_assignments', 'select, insert, update, delete');

-- The sessions of a device do not overlap.
create table driver_sessions (
  account_id    int not null,
  device_number int not null,
  began_at      timestamptz not null,
  -- Null while the driver has not signed off.
  ended_at      timestamptz,
  tag           text collate "C" not null,
  -- The time of the location that showed that it had ended.
  decided_at    timestamptz,
  version       int not null default 1,
  primary key (account_id, device_number, began_at),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  check ((ended_at is null) = (decided_at is null))
);
create index driver_sessions_of_account on driver_sessions (account_id, began_at);
create index driver_sessions_of_tag on driver_sessions (account_id, tag, began_at);
create index driver_sessions_by_decision on driver_sessions (account_id, device_number, decided_at);
create index driver_sessions_open on driver_sessions (account_id, device_number) where ended_at is null;
select guard_account_table('driver_sessions', 'select, insert, update, delete');

-- What users state of a trip. Each change is a row of its own, and belongs to the trip that covers its instant, whatever
-- is computed again.
create table trip_annotations (
  account_id    int not null,
  number        bigint generated always as identity,
  device_number int not null,
  at            timestamptz not null,
  purpose       text collate "C" not null check (purpose in ('unset', 'business', 'private', 'commute')),
  -- Null: by tags and assignments.
  driver_number int,
  note          text,
  created_at    timestamptz not null,
  created_by    text collate "C" not null,
  primary key (account_id, number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  foreign key (account_id, driver_number) references drivers (account_id, number) on delete set null (driver_number)
);
create index trip_annotations_by_time on trip_annotations (account_id, device_number, at);
create index trip_annotations_of_driver on trip_annotations (account_id, driver_number) where driver_number is not null;
select guard_account_table('trip_annotations', 'select, insert, delete');
