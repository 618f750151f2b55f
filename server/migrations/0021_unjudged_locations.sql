-- Accounts whose rules are evaluated apart from the recorder's batches: they are too costly for a batch, or fail.

create table judging_delays (
  account_id int primary key references accounts,
  since      timestamptz not null default now(),
  reason     text not null,
  -- Failed attempts in a row; the next one is not made before next_at.
  attempts   int not null default 0,
  next_at    timestamptz not null default now(),
  -- Locations that were given up, because evaluating them failed for too long or too many were waiting.
  skipped    bigint not null default 0
);
create index judging_delays_due on judging_delays (next_at);
select guard_account_table('judging_delays', 'select, insert, update, delete');
select open_to_recorder('judging_delays');
select open_to_directory('judging_delays');
select hide_moving('judging_delays', '{}');

-- Stored locations that these rules have not evaluated yet, in the order in which they were stored.
create table unjudged_locations (
  account_id    int not null,
  device_number int not null,
  fixed_at      timestamptz not null,
  fingerprint   int not null,
  number        bigint generated always as identity,
  -- Restored from the log after a loss of the database: notifications were sent already.
  is_restored   boolean not null default false,
  primary key (account_id, device_number, fixed_at, fingerprint),
  foreign key (account_id, device_number) references devices on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.02);
create unique index unjudged_locations_in_order on unjudged_locations (account_id, number);
select guard_account_table('unjudged_locations', 'select, insert, delete');
select open_to_recorder('unjudged_locations');
select open_to_directory('unjudged_locations');

-- Seconds between the reception of the location and the alert, if its evaluation was delayed.
alter table alerts add column delayed_seconds int;
