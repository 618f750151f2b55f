-- Acknowledge an alert from the message about it.

-- The contact who acknowledged it, and the channel of the message: {id, name, channel}. Kept when the contact is deleted.
alter table alerts add column acknowledged_by_contact jsonb;

-- The secret of a link in a message, for a day. Each attempt to send the message has a link of its own.
create table acknowledge_links (
  account_id          int not null,
  secret_hash         bytea not null,
  notification_number bigint not null,
  expires_at          timestamptz not null,
  primary key (account_id, secret_hash),
  foreign key (account_id, notification_number) references notifications on delete cascade
);
create index acknowledge_links_of_notification on acknowledge_links (account_id, notification_number);
create index acknowledge_links_by_time on acknowledge_links (expires_at);
select guard_account_table('acknowledge_links', 'select, insert, delete');
select open_to_directory('acknowledge_links');

-- As in 0071, and `acknowledgedByContact`.
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
      'acknowledgedByContact', new.acknowledged_by_contact,
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
