-- Where an account's events are posted to, and what became of each.

create table webhooks (
  account_id      int not null references accounts,
  number          int generated always as identity,
  id              text collate "C" not null check (id ~ '^whk_[0-9A-Za-z]{22}$'),
  name            text not null check (length(name) between 1 and 200),
  url             text not null check (length(url) between 1 and 2000),
  enabled         boolean not null,
  -- Why and since when it is not, where nobody said so.
  disabled_reason text,
  disabled_at     timestamptz,
  -- Kinds of events or exact types; none means all.
  events          text[] not null,
  applies_to      text not null check (applies_to in ('all', 'targets')),
  -- Sealed. The one before signs too, for a while.
  secret          bytea not null,
  old_secret      bytea,
  old_secret_until timestamptz,
  -- How far the log of events was read, as a cursor. Moved in the transaction that queues what was read.
  place           text collate "C" not null,
  -- Who is reading needs nobody beside him.
  reading_until   timestamptz,
  -- Events were gone from the log before they were read.
  gap_at          timestamptz,
  -- A stretch of the log that is to be queued again: how far it was read, and what part of it is wanted.
  replay_place    text collate "C",
  replay_from     timestamptz,
  replay_to       timestamptz,
  -- The receiver asked for a pause.
  paused_until    timestamptz,
  -- Nothing was delivered since, and something failed.
  failing_since   timestamptz,
  version         int not null default 1,
  created_at      timestamptz not null,
  modified_at     timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id)
);
create index webhooks_enabled on webhooks (account_id, number) where enabled;
select guard_account_table('webhooks', 'select, insert, update, delete');
select open_to_directory('webhooks');

-- A webhook that loses its last target is told of nothing.
create table webhook_targets (
  account_id     int not null,
  webhook_number int not null,
  group_id       text collate "C",
  device_number  int,
  foreign key (account_id, webhook_number) references webhooks on delete cascade,
  foreign key (account_id, group_id) references groups on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade,
  check (num_nonnulls(group_id, device_number) = 1)
);
create index webhook_targets_of_webhook on webhook_targets (account_id, webhook_number);
create index webhook_targets_of_group on webhook_targets (account_id, group_id) where group_id is not null;
create index webhook_targets_of_device on webhook_targets (account_id, device_number) where device_number is not null;
select guard_account_table('webhook_targets', 'select, insert, delete');

-- One event on its way to one webhook. Delivered ones stay for a week as the log, failed ones as dead letters.
create table webhook_deliveries (
  account_id     int not null,
  number         bigint generated always as identity,
  id             text collate "C" not null check (id ~ '^dlv_[0-9A-Za-z]{22}$'),
  webhook_number int not null,
  event_id       text collate "C" not null,
  event_type     text collate "C" not null,
  -- Absent for a test, which is about none.
  device_number  int,
  body           text not null,
  is_replay      boolean not null,
  state          text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts       int not null default 0,
  first_tried_at timestamptz,
  -- Each attempt with what the receiver said, oldest first.
  log            jsonb not null default '[]',
  created_at     timestamptz not null,
  ended_at       timestamptz,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, webhook_number) references webhooks on delete cascade
);
-- The oldest of a device is sent next.
create index webhook_deliveries_in_line on webhook_deliveries (account_id, webhook_number, device_number, number)
  where state = 'waiting';
create index webhook_deliveries_of_webhook on webhook_deliveries (account_id, webhook_number, number desc);
-- The log may tell the same twice.
create unique index webhook_deliveries_once on webhook_deliveries (account_id, webhook_number, event_id)
  where not is_replay;
select guard_account_table('webhook_deliveries', 'select, insert, update, delete');

-- What waits for one webhook of one device is sent one after the other. Only the line is taken, and only it has a time.
create table webhook_lines (
  account_id     int not null,
  webhook_number int not null,
  device_number  int not null,
  -- How many deliveries stand in it.
  waiting        int not null check (waiting >= 0),
  due_at         timestamptz not null,
  -- Until then it is somebody's. `takes` tells his time from that of whoever comes after him.
  lease_until    timestamptz,
  takes          int not null default 0,
  primary key (account_id, webhook_number, device_number),
  foreign key (account_id, webhook_number) references webhooks on delete cascade
);
create index webhook_lines_due on webhook_lines (account_id, webhook_number, due_at) where waiting > 0;
select guard_account_table('webhook_lines', 'select, insert, update, delete');
select open_to_directory('webhook_lines');
