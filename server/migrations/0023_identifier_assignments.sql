-- Since when a device has its identifier, and which identifiers it had before. A row of the log belongs to the device
-- that had the identifier when the row was received.

-- Null: assigned before this column existed, so at the earliest when the device was created.
alter table directory_identifiers add column since timestamptz;
-- For processes of the previous version, which do not name the column.
alter table directory_identifiers alter column since set default now();

create table former_identifiers (
  account_id    int not null,
  device_number int not null,
  identifier    text collate "C" not null,
  since         timestamptz,
  until         timestamptz not null,
  primary key (account_id, device_number, identifier, until),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index former_identifiers_latest on former_identifiers (identifier, until);
select guard_account_table('former_identifiers', 'select, insert');
select open_to_recorder('former_identifiers', 'select');

-- Identifiers that an account tried to assign since `started_at`, at most a day ago.
create table identifier_changes (
  account_id int primary key references accounts,
  started_at timestamptz not null,
  used       int not null
);
select guard_account_table('identifier_changes', 'select, insert, update');
