-- Maintenance: plans by distance, engine hours and days, the work that was done, and the alerts that were raised.

-- What a device had counted at an instant, of readings of meters and of maintenance. The trip processor moves the base
-- when an earlier day is corrected, and marks what is to be computed again.
create table meter_points (
  account_id          int not null,
  device_number       int not null,
  at                  timestamptz not null,
  -- The local day of `at`.
  day                 date not null,
  -- Counted on the days before, and on the day up to `at`.
  base_cm             bigint not null,
  base_engine_seconds bigint not null,
  part_cm             bigint not null,
  part_engine_seconds bigint not null,
  -- As in meter_readings.
  anchors             jsonb not null,
  is_stale            boolean not null default false,
  primary key (account_id, device_number, at),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index meter_points_stale on meter_points (account_id, device_number) where is_stale;
select guard_account_table('meter_points', 'select, insert, update');

create table maintenance_plans (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^mpl_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  every_km    int check (every_km > 0),
  every_hours int check (every_hours > 0),
  every_days  int check (every_days > 0),
  -- How much before it is due a device is `soon`.
  warn_km     int check (warn_km >= 0),
  warn_hours  int check (warn_hours >= 0),
  warn_days   int check (warn_days >= 0),
  applies_to  text not null check (applies_to in ('all', 'groups', 'devices')),
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint maintenance_plans_name unique (account_id, name),
  check (num_nonnulls(every_km, every_hours, every_days) > 0),
  check ((every_km is null) = (warn_km is null) and (every_hours is null) = (warn_hours is null)
    and (every_days is null) = (warn_days is null))
);
select guard_account_table('maintenance_plans', 'select, insert, update, delete');

-- A plan that loses its last target applies to nothing.
create table maintenance_targets (
  account_id    int not null,
  plan_number   int not null,
  group_id      text collate "C",
  device_number int,
  foreign key (account_id, plan_number) references maintenance_plans on delete cascade,
  foreign key (account_id, group_id) references groups on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade,
  check (num_nonnulls(group_id, device_number) = 1)
);
create index maintenance_targets_of_plan on maintenance_targets (account_id, plan_number);
create index maintenance_targets_of_group on maintenance_targets (account_id, group_id) where group_id is not null;
create index maintenance_targets_of_device on maintenance_targets (account_id, device_number)
  where device_number is not null;
select guard_account_table('maintenance_targets', 'select, insert, delete');
-- There is no key.
select log_whole_rows('maintenance_targets');

-- Where a device counts from that has no work yet: the beginning of the day on which the plan first applied to it.
create table maintenance_starts (
  account_id    int not null,
  plan_number   int not null,
  device_number int not null,
  began_at      timestamptz not null,
  primary key (account_id, plan_number, device_number),
  foreign key (account_id, plan_number) references maintenance_plans on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade
);
create index maintenance_starts_of_device on maintenance_starts (account_id, device_number);
select guard_account_table('maintenance_starts', 'select, insert, delete');

create table maintenance_work (
  account_id     int not null,
  number         bigint generated always as identity,
  id             text collate "C" not null check (id ~ '^mwk_[0-9A-Za-z]{22}$'),
  plan_number    int not null,
  device_number  int not null,
  done_at        timestamptz not null,
  -- What the meters showed, as given or as computed then.
  odometer_cm    bigint,
  engine_seconds bigint,
  cost_minor     bigint check (cost_minor >= 0),
  currency       text collate "C" check (currency ~ '^[A-Z]{3}$'),
  note           text check (length(note) <= 2000),
  created_at     timestamptz not null,
  created_by     text collate "C" not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, plan_number) references maintenance_plans on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade,
  check ((cost_minor is null) = (currency is null))
);
comment on column maintenance_work.cost_minor is 'in the smallest unit of the currency: cents';
create index maintenance_work_of_plan on maintenance_work (account_id, plan_number, device_number, done_at);
create index maintenance_work_of_device on maintenance_work (account_id, device_number, number);
select guard_account_table('maintenance_work', 'select, insert, delete');

-- Once per device, plan, cycle and level, however many processes evaluate it. A cycle is the time from one work to the next.
create table maintenance_alerts (
  account_id     int not null,
  plan_number    int not null,
  device_number  int not null,
  cycle_began_at timestamptz not null,
  level          text collate "C" not null check (level in ('soon', 'due')),
  raised_at      timestamptz not null,
  primary key (account_id, plan_number, device_number, cycle_began_at, level),
  foreign key (account_id, plan_number) references maintenance_plans on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade
);
create index maintenance_alerts_of_device on maintenance_alerts (account_id, device_number);
select guard_account_table('maintenance_alerts', 'select, insert, delete');

-- One row per account with plans: when its next devices are evaluated, and after which one.
create table maintenance_checks (
  account_id   int primary key references accounts,
  next_at      timestamptz not null,
  after_device int not null default 0,
  checked_at   timestamptz
);
create index maintenance_checks_due on maintenance_checks (next_at);
select guard_account_table('maintenance_checks', 'select, insert, update, delete');
select open_to_directory('maintenance_checks');
select hide_moving('maintenance_checks', '{}');
