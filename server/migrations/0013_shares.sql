-- Links by which whoever has one sees chosen devices, for a while, without a user.

create table shares (
  account_id    int not null references accounts,
  number        int generated always as identity,
  id            text collate "C" not null check (id ~ '^shr_[0-9A-Za-z]{22}$'),
  name          text not null check (length(name) between 1 and 200),
  -- The period that it shows. Neither: live, from when it was made.
  shown_from    timestamptz,
  shown_to      timestamptz,
  -- What it shows of a location beside place and time.
  fields        text[] not null,
  shows_names   boolean not null,
  -- Sealed with the operator's secret, so that the link can be copied again. It is found by its hash.
  secret_sealed bytea not null,
  -- Whoever made it. He may be gone; the share is the account's.
  made_by       text collate "C" not null,
  expires_at    timestamptz not null,
  version       int not null default 1,
  created_at    timestamptz not null,
  modified_at   timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  check ((shown_from is null) = (shown_to is null) and shown_from < shown_to)
);
select guard_account_table('shares', 'select, insert, update, delete');

-- Which share a secret opens: all that is known of whoever shows one.
create table directory_shares (
  secret_hash  bytea primary key check (length(secret_hash) = 32),
  account_id   int not null,
  share_number int not null,
  unique (account_id, share_number),
  foreign key (account_id, share_number) references shares on delete cascade
);
select guard_account_table('directory_shares', 'select, insert');
select open_to_directory('directory_shares');

create table share_devices (
  account_id    int not null,
  share_number  int not null,
  -- What the device is called in the share: nothing else about it is told.
  place         int not null check (place > 0),
  device_number int not null,
  primary key (account_id, share_number, place),
  unique (account_id, share_number, device_number),
  foreign key (account_id, share_number) references shares on delete cascade,
  foreign key (account_id, device_number) references devices on delete cascade
);
-- A device that is deleted is taken out of its shares.
create index share_devices_of_device on share_devices (account_id, device_number);
select guard_account_table('share_devices', 'select, insert');
