-- Escalation: who is notified next while nobody acknowledges an alert, and who is on call.

create table escalation_policies (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^esc_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  -- In order; they refer to contacts and schedules by id. What was deleted is skipped.
  steps       jsonb not null,
  -- Severities whose alerts it is for, unless their rule names another policy or none.
  default_for text[] not null default '{}',
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint escalation_policies_name unique (account_id, name)
);
select guard_account_table('escalation_policies', 'select, insert, update, delete');
select open_to_recorder('escalation_policies', 'select');
select open_to_directory('escalation_policies');

create table on_call_schedules (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^ocs_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  time_zone   text not null,
  layers      jsonb not null,
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint on_call_schedules_name unique (account_id, name)
);
select guard_account_table('on_call_schedules', 'select, insert, update, delete');
select open_to_directory('on_call_schedules');

create table on_call_overrides (
  account_id      int not null,
  id              text collate "C" not null check (id ~ '^oco_[0-9A-Za-z]{22}$'),
  schedule_number int not null,
  from_at         timestamptz not null,
  to_at           timestamptz not null check (to_at > from_at),
  -- The id of a contact or a user.
  participant     text collate "C" not null,
  created_at      timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, schedule_number) references on_call_schedules on delete cascade
);
create index on_call_overrides_of_schedule on on_call_overrides (account_id, schedule_number, to_at);
select guard_account_table('on_call_overrides', 'select, insert, delete');
select open_to_directory('on_call_overrides');

-- The escalation of an alert. It keeps the steps that it started with.
create table escalations (
  account_id   int not null,
  alert_number bigint not null,
  policy_id    text collate "C" not null,
  policy_name  text not null,
  steps        jsonb not null,
  -- Of its notifications: what counts as the same again.
  topic        text collate "C" not null,
  started_at   timestamptz not null,
  ended_at     timestamptz,
  outcome      text check (outcome in ('acknowledged', 'resolved', 'withdrawn', 'finished')),
  primary key (account_id, alert_number),
  foreign key (account_id, alert_number) references alerts on delete cascade
);
select guard_account_table('escalations', 'select, insert, update');
select open_to_recorder('escalations');

-- The next notification round of a running escalation. The transaction that deletes the row writes the notifications; an
-- acknowledgement deletes it too, so that only one of them happens. Both lock the alert first.
create table escalation_timers (
  account_id   int not null,
  alert_number bigint not null,
  step         smallint not null,
  round        smallint not null,
  -- '-infinity': nobody could be reached, go on at once.
  due_at       timestamptz not null,
  primary key (account_id, alert_number),
  foreign key (account_id, alert_number) references escalations on delete cascade
);
create index escalation_timers_by_time on escalation_timers (due_at);
create index escalation_timers_in_turns on escalation_timers (account_id, due_at);
select guard_account_table('escalation_timers', 'select, insert, update, delete');
select open_to_recorder('escalation_timers');
select open_to_directory('escalation_timers');

-- What was done. Its key refuses a round that is done twice.
create table escalation_rounds (
  account_id   int not null,
  alert_number bigint not null,
  step         smallint not null,
  round        smallint not null,
  due_at       timestamptz not null,
  done_at      timestamptz not null,
  primary key (account_id, alert_number, step, round),
  foreign key (account_id, alert_number) references escalations on delete cascade
);
select guard_account_table('escalation_rounds', 'select, insert');

-- Whom a round notified. Name and address stay when the contact is deleted.
create table escalation_notices (
  account_id          int not null,
  alert_number        bigint not null,
  step                smallint not null,
  round               smallint not null,
  notification_number bigint not null,
  contact_id          text collate "C" not null,
  contact_name        text not null,
  channel             text not null,
  address             text not null,
  -- What became of the notification; absent until it is known.
  state               text,
  reason              text,
  settled_at          timestamptz,
  primary key (account_id, alert_number, step, round, notification_number),
  foreign key (account_id, alert_number, step, round) references escalation_rounds on delete cascade
);
create index escalation_notices_waiting on escalation_notices (account_id, notification_number) where state is null;
select guard_account_table('escalation_notices', 'select, insert, update');

-- However an alert is handled, by whichever version: its escalation ends in the same transaction.
create function end_escalation() returns trigger language plpgsql as $$
begin
  delete from escalation_timers t where t.account_id = new.account_id and t.alert_number = new.number;
  update escalations e set
    ended_at = coalesce(new.withdrawn_at, new.resolved_at, new.acknowledged_at),
    outcome = case when new.withdrawn_at is not null then 'withdrawn' when new.resolved_at is not null then 'resolved'
      else 'acknowledged' end
  where e.account_id = new.account_id and e.alert_number = new.number and e.ended_at is null;
  return null;
end $$;
-- The outcome of a notification is that of the rounds that wait for it. If a round could reach nobody, the next one is
-- due at once. Reasons that hold for every contact, or that the contact was notified of the same a moment ago, are not
-- failures of the round.
create function settle_escalation_notices() returns trigger language plpgsql as $$
declare last_step int; last_round int;
begin
  update escalation_notices n set state = new.state, reason = new.reason, settled_at = coalesce(new.sent_at, now())
  where n.account_id = new.account_id and n.notification_number = new.number and n.state is null;
  if not found or new.state = 'sent' then return null; end if;
  -- Of several notifications that fail together, the last one sees the others.
  perform from escalation_timers t where t.account_id = new.account_id and t.alert_number = new.alert_number for update;
  if not found then return null; end if;
  select r.step, r.round into last_step, last_round from escalation_rounds r
  where r.account_id = new.account_id and r.alert_number = new.alert_number order by r.step desc, r.round desc limit 1;
  if exists (
    select from escalation_notices n
    where n.account_id = new.account_id and n.alert_number = new.alert_number and n.step = last_step and n.round = last_round
      and (n.state is null or n.state = 'sent' or (n.state = 'suppressed' and n.reason in (
        'repeat', 'quiet_hours', 'alert_acknowledged', 'alert_withdrawn', 'device_expired', 'account_suspended', 'account_blocked',
        'account_closing'))))
  then return null; end if;
  update escalation_timers t set due_at = '-infinity' where t.account_id = new.account_id and t.alert_number = new.alert_number;
  return null;
end $$;
