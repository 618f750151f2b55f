-- Renames tables, columns, states and functions to the terms used from the first release on. Processes of an older version
-- cannot run on this schema: stop them, migrate, start the new version. Upgrades without a pause begin with this release.

-- The transactional outbox. Triggers and functions are created again, because their bodies name the table.
drop trigger alerts_told on alerts;
drop trigger alert_changes_told on alerts;
drop trigger notifications_told on notifications;
drop trigger devices_made_told on devices;
drop trigger devices_changed_told on devices;
drop trigger devices_deleted_told on devices;
drop function announce_alert, announce_notification, announce_devices;

alter table announcements rename to outbox;
alter table outbox rename column claimed_until to leased_until;
alter index announcements_pkey rename to outbox_pkey;
alter index announcements_in_order rename to outbox_in_order;
alter index announcements_claimed rename to outbox_leased;
alter sequence announcements_number_seq rename to outbox_number_seq;

create function emit_alert_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, latitude, longitude, data)
  select new.account_id, event.type, coalesce(event.at, now()), new.device_number, d.id, new.latitude, new.longitude,
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
      when new.acknowledged_at is distinct from old.acknowledged_at then new.acknowledged_at end as at) as event
  where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
create trigger alerts_emit_raised after insert on alerts for each row execute function emit_alert_event();
create trigger alerts_emit_changed after update on alerts for each row
  when (old.* is distinct from new.*) execute function emit_alert_event();

create function emit_device_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into outbox (account_id, type, at, device_number, device_id, data)
    select n.account_id, 'device.changed', n.modified_at, n.number, n.id,
      json_build_object('name', n.name, 'version', n.version)
    from changed n join before o on o.account_id = n.account_id and o.number = n.number
    where o.version <> n.version;
  else
    insert into outbox (account_id, type, at, device_number, device_id, data)
    select c.account_id, case tg_op when 'INSERT' then 'device.created' else 'device.deleted' end, now(), c.number, c.id,
      json_build_object('name', c.name, 'version', c.version)
    from changed c;
  end if;
  return null;
end $$;
create trigger devices_emit_created after insert on devices referencing new table as changed
  for each statement execute function emit_device_events();
create trigger devices_emit_changed after update on devices referencing new table as changed old table as before
  for each statement execute function emit_device_events();
create trigger devices_emit_deleted after delete on devices referencing old table as changed
  for each statement execute function emit_device_events();

-- A notification that a limit stopped is suppressed.
alter table notifications drop constraint notifications_state_check;
update notifications set state = 'suppressed' where state = 'held';
alter table notifications add constraint notifications_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'suppressed'));
alter table notification_gaps rename column held to suppressed;
alter table notification_gaps rename column told to previously_suppressed;

create function emit_notification_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, data)
  select new.account_id, 'notification.' || new.state, coalesce(new.sent_at, now()), new.device_number, d.id,
    json_build_object(
      'id', new.id, 'channel', new.channel, 'to', new.address, 'state', new.state, 'reason', new.reason,
      'alert', (select a.id from alerts a where a.account_id = new.account_id and a.number = new.alert_number))
  from devices d where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
create trigger notifications_emit after update on notifications for each row
  when (old.state is distinct from new.state and new.state in ('sent', 'failed', 'suppressed'))
  execute function emit_notification_event();

-- Ingest keys.
alter table ways_in rename to ingest_keys;
alter table ingest_keys drop constraint ways_in_id_check;
update ingest_keys set id = 'ing_' || substr(id, 5);
alter table ingest_keys add constraint ingest_keys_id_check check (id ~ '^ing_[0-9A-Za-z]{22}$');
alter index ways_in_pkey rename to ingest_keys_pkey;
alter index ways_in_id_key rename to ingest_keys_id_key;

-- Device activity, dead letters and buffered locations.
alter table arrivals rename to device_activity;
alter table device_activity rename column why to reason;
alter index arrivals_pkey rename to device_activity_pkey;
alter sequence arrivals_number_seq rename to device_activity_number_seq;
alter table dead_letters rename column why to reason;
alter table held_locations rename to buffered_locations;
alter index held_locations_pkey rename to buffered_locations_pkey;
alter sequence held_locations_number_seq rename to buffered_locations_number_seq;

-- Webhooks: a position in the event log, redelivery of a period, one queue per device.
alter table webhooks rename column place to position;
alter table webhooks rename column reading_until to reader_lease_until;
alter table webhooks rename column replay_place to redelivery_position;
alter table webhooks rename column replay_from to redelivery_from;
alter table webhooks rename column replay_to to redelivery_to;
alter table webhook_deliveries rename column is_replay to is_redelivery;
alter index webhook_deliveries_in_line rename to webhook_deliveries_queued;
alter table webhook_lines rename to webhook_queues;
alter table webhook_queues rename column takes to lease_number;
alter index webhook_lines_pkey rename to webhook_queues_pkey;
alter index webhook_lines_due rename to webhook_queues_due;

-- A password set by an administrator, valid until the user chooses another.
alter table users rename column password_given_until to temporary_password_until;

-- The order of a share's devices.
alter table share_devices rename column place to ordinal;

-- A key of the stored rule state. Without it, a geofence rule would raise one alert twice.
update rule_memories set memories = replace(memories::text, '"told": true', '"alerted": true')::jsonb
where memories::text like '%"told": true%';
