-- What was heard of a device and became no location: for whoever connects a tracker and sees nothing. Few rows for each
-- device; the newest push the oldest out.
create table arrivals (
  account_id    int not null,
  device_number int not null,
  number        bigint generated always as identity,
  at            timestamptz not null,
  kind          text not null check (kind in ('connection', 'unreadable')),
  protocol      text not null check (length(protocol) <= 40),
  -- Of what could not be read: why, and how it begins.
  why           text check (length(why) <= 200),
  excerpt       bytea check (length(excerpt) <= 64),
  primary key (account_id, device_number, number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
select guard_account_table('arrivals', 'select, insert, delete');
