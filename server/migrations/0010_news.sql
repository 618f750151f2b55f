-- What is to be told: written with the change it tells of, published from here, and then gone.

create table announcements (
  account_id    int not null references accounts,
  number        bigint generated always as identity,
  -- The same however often it is told.
  id            text collate "C" not null
    default 'evt_' || translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', 'Zz'),
  type          text collate "C" not null,
  at            timestamptz not null,
  device_number int not null,
  device_id     text collate "C" not null,
  -- Where it happened, in 1e-7 degrees, for those who follow an area.
  latitude      int,
  longitude     int,
  data          jsonb not null,
  -- Somebody publishes it. Whoever dies meanwhile is followed by another.
  claimed_until timestamptz,
  primary key (account_id, number)
);
create index announcements_in_order on announcements (number);
create index announcements_claimed on announcements (account_id, number) where claimed_until is not null;
select guard_account_table('announcements', 'select, insert, update, delete');
select open_to_recorder('announcements');

-- Alerts and notifications are changed in many ways; whichever it was, it is told.
create function announce_alert() returns trigger language plpgsql as $$
begin
  insert into announcements (account_id, type, at, device_number, device_id, latitude, longitude, data)
  select new.account_id, told.type, coalesce(told.at, now()), new.device_number, d.id, new.latitude, new.longitude,
    json_build_object(
      'id', new.id, 'name', new.name, 'severity', new.severity, 'text', new.text, 'dateTime', iso_time(new.at),
      'latitude', new.latitude / 1e7::float8, 'longitude', new.longitude / 1e7::float8,
      'rule', (select r.id from alert_rules r where r.account_id = new.account_id and r.number = new.rule_number),
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
      when new.acknowledged_at is distinct from old.acknowledged_at then new.acknowledged_at end as at) as told
  where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
create trigger alerts_told after insert on alerts for each row execute function announce_alert();
create trigger alert_changes_told after update on alerts for each row
  when (old.* is distinct from new.*) execute function announce_alert();

create function announce_notification() returns trigger language plpgsql as $$
begin
  insert into announcements (account_id, type, at, device_number, device_id, data)
  select new.account_id, 'notification.' || new.state, coalesce(new.sent_at, now()), new.device_number, d.id,
    json_build_object(
      'id', new.id, 'channel', new.channel, 'to', new.address, 'state', new.state, 'reason', new.reason,
      'alert', (select a.id from alerts a where a.account_id = new.account_id and a.number = new.alert_number))
  from devices d where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
create trigger notifications_told after update on notifications for each row
  when (old.state is distinct from new.state and new.state in ('sent', 'failed', 'held'))
  execute function announce_notification();

-- A whole fleet may be made or moved by one statement.
create function announce_devices() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into announcements (account_id, type, at, device_number, device_id, data)
    select n.account_id, 'device.changed', n.modified_at, n.number, n.id,
      json_build_object('name', n.name, 'version', n.version)
    from changed n join before o on o.account_id = n.account_id and o.number = n.number
    where o.version <> n.version;
  else
    insert into announcements (account_id, type, at, device_number, device_id, data)
    select c.account_id, case tg_op when 'INSERT' then 'device.created' else 'device.deleted' end, now(), c.number, c.id,
      json_build_object('name', c.name, 'version', c.version)
    from changed c;
  end if;
  return null;
end $$;
create trigger devices_made_told after insert on devices referencing new table as changed
  for each statement execute function announce_devices();
create trigger devices_changed_told after update on devices referencing new table as changed old table as before
  for each statement execute function announce_devices();
create trigger devices_deleted_told after delete on devices referencing old table as changed
  for each statement execute function announce_devices();

-- One row for each device that is online. Looked at when due, not when the device reports.
create table online_devices (
  account_id    int not null,
  device_number int not null,
  due_at        timestamptz not null,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices on delete cascade
);
create index online_devices_due on online_devices (due_at);
select guard_account_table('online_devices', 'select, insert, update, delete');
select open_to_recorder('online_devices');
