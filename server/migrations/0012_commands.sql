-- What was asked of trackers, and what became of it. A command is written to a tracker at most once: whoever writes it
-- has made it `sent` before.
create table commands (
  account_id     int not null,
  number         bigint generated always as identity,
  id             text collate "C" not null check (id ~ '^cmd_[0-9A-Za-z]{22}$'),
  device_number  int not null,
  -- Comes back in the answer where the protocol has room for it; 16 bits fit all that have. Never 0.
  request_number int not null generated always as ((number % 65535 + 1)::int) stored,
  type           text not null check (type in ('position', 'interval', 'output', 'reboot', 'raw')),
  settings       jsonb not null,
  state          text not null check (state in ('queued', 'sent', 'acknowledged', 'failed', 'expired')),
  -- Why it failed or expired, or waits although the tracker is there.
  reason         text,
  -- What the tracker said.
  answer         text check (length(answer) <= 2000),
  created_by     text collate "C" not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  sent_at        timestamptz,
  ended_at       timestamptz,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, device_number) references devices on delete cascade
);
-- One on its way to a device at a time: most trackers do not say which command they answer.
create unique index commands_on_the_way on commands (account_id, device_number) where state = 'sent';
create index commands_waiting on commands (account_id, device_number, number) where state = 'queued';
create index commands_of_device on commands (account_id, device_number, number desc);
-- Over all accounts: what gateways look for, what is over, and what nobody answered.
create index commands_queued on commands (number) where state = 'queued';
create index commands_expiring on commands (expires_at) where state = 'queued';
create index commands_unanswered on commands (sent_at) where state = 'sent';
select guard_account_table('commands', 'select, insert, update');
select open_to_directory('commands');
