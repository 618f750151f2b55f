-- The data of events names the records it refers to as the API does.

create or replace function emit_alert_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, latitude, longitude, data)
  select new.account_id, event.type, coalesce(event.at, now()), new.device_number, d.id, new.latitude, new.longitude,
    json_build_object(
      'id', new.id, 'name', new.name, 'severity', new.severity, 'text', new.text, 'dateTime', iso_time(new.at),
      'latitude', new.latitude / 1e7::float8, 'longitude', new.longitude / 1e7::float8,
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

create or replace function emit_notification_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, data)
  select new.account_id, 'notification.' || new.state, coalesce(new.sent_at, now()), new.device_number, d.id,
    json_build_object(
      'id', new.id, 'channel', new.channel, 'to', mask_address(new.address), 'state', new.state,
      'reason', new.reason,
      'alertId', (select a.id from alerts a where a.account_id = new.account_id and a.number = new.alert_number))
  from devices d where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
