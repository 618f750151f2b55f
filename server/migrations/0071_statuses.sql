-- What trackers report without a position: battery, ignition, charging, alarms. A status never moves its device, so it is no
-- row of `locations`.
create table device_statuses (
  account_id    int not null,
  device_number int not null,
  -- By the tracker's clock; without one, when it was received.
  at            timestamptz not null,
  received_at   timestamptz not null,
  fingerprint   int not null,
  -- Under the names of the API.
  status        jsonb not null,
  primary key (account_id, device_number, at, fingerprint)
);
select guard_account_table('device_statuses', 'select, insert, delete');
select open_to_recorder('device_statuses');

-- The newest of the values that the API shows, each with its time. No index on what changes: updates stay in the page.
create table newest_statuses (
  account_id    int not null,
  device_number int not null,
  battery       real,
  battery_at    timestamptz,
  ignition      boolean,
  ignition_at   timestamptz,
  charging      boolean,
  charging_at   timestamptz,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
select guard_account_table('newest_statuses', 'select, insert, update, delete');
select open_to_recorder('newest_statuses');

-- As in 0027, and `locatedAt`: where the coordinates are the last known ones, the time of that fix.
create or replace function emit_alert_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, latitude, longitude, data)
  select new.account_id, event.type, coalesce(event.at, now()), new.device_number, d.id, new.latitude, new.longitude,
    json_build_object(
      'id', new.id, 'name', new.name, 'severity', new.severity, 'text', new.text, 'dateTime', iso_time(new.at),
      'latitude', new.latitude / 1e7::float8, 'longitude', new.longitude / 1e7::float8,
      'locatedAt', new.explanation->>'locatedAt',
      'ruleId', (select r.id from alert_rules r where r.account_id = new.account_id and r.number = new.rule_number),
      'late', new.late, 'acknowledgedAt', iso_time(new.acknowledged_at), 'acknowledgedBy', new.acknowledged_by,
      'resolvedAt', iso_time(new.resolved_at), 'resolvedBy', new.resolved_by, 'withdrawnAt', iso_time(new.withdrawn_at),
      'note', new.note)
  from devices d, lateral (
    select case
      when tg_op = 'INSERT' then 'alert.raised'
      when new.withdrawn_at is distinct from old.withdrawn_at then 'alert.withdrawn'
      when new.resolved_at is distinct from old.resolved_at then 'alert.resolved'
      when new.acknowledged_at is distinct from old.acknowledged_at then 'alert.acknowledged'
      else 'alert.changed' end as type,
    case
      when tg_op = 'INSERT' then new.raised_at
      when new.withdrawn_at is distinct from old.withdrawn_at then new.withdrawn_at
      when new.resolved_at is distinct from old.resolved_at then new.resolved_at
      when new.acknowledged_at is distinct from old.acknowledged_at then new.acknowledged_at end as at) as event
  where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
