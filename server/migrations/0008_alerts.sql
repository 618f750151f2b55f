-- What is watched for, what was seen, and what the rules remember of each device.

create table alert_rules (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^rul_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  kind        text collate "C" not null,
  enabled     boolean not null,
  severity    text not null check (severity in ('info', 'warning', 'critical')),
  -- What the kind asks for, and when the rule is heard at all.
  settings    jsonb not null,
  conditions  jsonb not null,
  applies_to  text not null check (applies_to in ('all', 'groups', 'devices')),
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint alert_rules_name unique (account_id, name)
);
select guard_account_table('alert_rules', 'select, insert, update, delete');
select open_to_recorder('alert_rules', 'select');

-- A rule that loses its last target applies to nothing.
create table rule_targets (
  account_id    int not null,
  rule_number   int not null,
  group_id      text collate "C",
  device_number int,
  foreign key (account_id, rule_number) references alert_rules on delete cascade,
  foreign key (account_id, group_id) references groups on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade,
  check (num_nonnulls(group_id, device_number) = 1)
);
create index rule_targets_of_rule on rule_targets (account_id, rule_number);
create index rule_targets_of_group on rule_targets (account_id, group_id) where group_id is not null;
create index rule_targets_of_device on rule_targets (account_id, device_number) where device_number is not null;
select guard_account_table('rule_targets', 'select, insert, delete');
select open_to_recorder('rule_targets', 'select');
select open_to_recorder('group_devices', 'select');

-- A geofence that a rule names cannot be deleted.
create table rule_geofences (
  account_id      int not null,
  rule_number     int not null,
  geofence_number int not null,
  primary key (account_id, rule_number, geofence_number),
  foreign key (account_id, rule_number) references alert_rules on delete cascade,
  foreign key (account_id, geofence_number) references geofences
);
create index rule_geofences_of_geofence on rule_geofences (account_id, geofence_number);
select guard_account_table('rule_geofences', 'select, insert, delete');
select open_to_recorder('rule_geofences', 'select');

create table alerts (
  account_id      int not null references accounts,
  number          bigint generated always as identity,
  id              text collate "C" not null check (id ~ '^alt_[0-9A-Za-z]{22}$'),
  device_number   int not null,
  -- Absent for an alert that the API was told of, and once the rule is deleted.
  rule_number     int,
  name            text not null check (length(name) between 1 and 200),
  severity        text not null check (severity in ('info', 'warning', 'critical')),
  text            text check (length(text) <= 2000),
  -- When it happened, by the location's own time.
  at              timestamptz not null,
  raised_at       timestamptz not null,
  latitude        int,
  longitude       int,
  -- Rule, subject and instant: what happened once is raised once, however often its location is judged.
  cause           text collate "C" not null,
  -- It came to light so long after it happened that nobody was told.
  late            boolean not null default false,
  explanation     jsonb,
  acknowledged_at timestamptz,
  acknowledged_by text collate "C",
  resolved_at     timestamptz,
  resolved_by     text collate "C",
  -- Locations that came later showed that it did not happen.
  withdrawn_at    timestamptz,
  note            text check (length(note) <= 2000),
  version         int not null default 1,
  primary key (account_id, number),
  unique (account_id, id),
  unique (account_id, device_number, cause),
  foreign key (account_id, device_number) references devices on delete cascade
);
create index alerts_by_time on alerts (account_id, at desc, number desc);
create index alerts_of_device on alerts (account_id, device_number, at desc, number desc);
create index alerts_open on alerts (account_id, at desc, number desc) where resolved_at is null;
create index alerts_of_rule on alerts (account_id, rule_number) where rule_number is not null;
select guard_account_table('alerts', 'select, insert, update, delete');
select open_to_recorder('alerts');

-- What the rules remember of a device, by the time of the location that changed it, oldest first: a location that comes
-- late is judged from what was remembered before it.
create table rule_memories (
  account_id    int not null,
  device_number int not null,
  memories      jsonb not null,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
select guard_account_table('rule_memories', 'select, insert, update, delete');
select open_to_recorder('rule_memories');

-- Which recorder judged each partition of the log last: its own copy of the memories is good only while nobody else did.
create table rule_partitions (
  partition int primary key,
  holder    text not null
);
select guard_directory_table('rule_partitions', 'select, insert, update');
select open_to_recorder('rule_partitions');

-- Accounts whose rules, or what these apply to, changed. Recorders look at the last seconds; timers are set from here.
create table rulebook_changes (
  number     bigint generated always as identity primary key,
  account_id int not null,
  at         timestamptz not null default now(),
  timers_set boolean not null default false
);
create index rulebook_changes_at on rulebook_changes (at);
create index rulebook_changes_unset on rulebook_changes (number) where not timers_set;
select guard_directory_table('rulebook_changes', 'select, update, delete');
select open_to_recorder('rulebook_changes', 'select');
create policy of_changer on rulebook_changes for insert
  with check (account_id = (select nullif(current_setting('rastro.account', true), '')::int));
grant insert on rulebook_changes to rastro_app;

-- How often the tracker is to report; a rule may wait for it. Satellite trackers report by the hour.
alter table devices add column reports_every_seconds int check (reports_every_seconds between 10 and 2592000);

create function note_rulebook_change() returns trigger language plpgsql as $$
begin
  insert into rulebook_changes (account_id) select distinct account_id from changed;
  return null;
end $$;

create function watch_rulebook(watched regclass) returns void language plpgsql as $$
declare
  command text;
begin
  foreach command in array array['insert', 'update', 'delete'] loop
    execute format('create trigger rulebook_%s after %s on %s referencing %s table as changed
      for each statement execute function note_rulebook_change()', command, command, watched,
      case command when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
revoke execute on function watch_rulebook from public;
select watch_rulebook('alert_rules');
select watch_rulebook('rule_targets');
select watch_rulebook('rule_geofences');
select watch_rulebook('geofences');
select watch_rulebook('group_devices');

-- An expired device raises no alert, and a new one is waited for: accounts without rules need not be told.
create function note_device_change() returns trigger language plpgsql as $$
begin
  insert into rulebook_changes (account_id)
  select new.account_id where exists (select from alert_rules r where r.account_id = new.account_id);
  return null;
end $$;
create trigger devices_in_rulebook after insert on devices for each row execute function note_device_change();
create trigger devices_expiry_in_rulebook after update on devices for each row
  when (old.expires_at is distinct from new.expires_at or old.reports_every_seconds is distinct from new.reports_every_seconds)
  execute function note_device_change();

-- One row for each device that a rule expects to hear from. Looked at when due, not when the device reports.
create table overdue_timers (
  account_id    int not null,
  rule_number   int not null,
  device_number int not null,
  due_at        timestamptz not null,
  -- The last sign of life that an alert was raised about.
  raised_for    timestamptz,
  primary key (account_id, rule_number, device_number),
  foreign key (account_id, rule_number) references alert_rules on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade
);
create index overdue_timers_due on overdue_timers (due_at);
create index overdue_timers_of_device on overdue_timers (account_id, device_number);
select guard_account_table('overdue_timers', 'select, insert, update, delete');
select open_to_directory('overdue_timers');
