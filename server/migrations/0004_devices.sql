-- Devices and groups, what they may send, and when they expire.

-- The first instant of a calendar day in a zone. Midnight may be missing (the day then begins where the clock jumps to)
-- or come twice (PostgreSQL takes the second, the day begins with the first).
create function start_of_day(day date, zone text) returns timestamptz
language sql stable parallel safe as $$
  select case
    when ((midnight - interval '1 hour') at time zone zone)::date >= day then midnight - interval '1 hour'
    else midnight
  end
  from (select day::timestamp at time zone zone as midnight) as plain
$$;

-- Instants as the API writes them. A plain expression, so that the planner can inline it.
create function iso_time(instant timestamptz) returns text
language sql stable parallel safe as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create sequence device_numbers as int;
grant usage on sequence device_numbers to rastro_app;

create table devices (
  account_id        int not null references accounts,
  -- Compact and only used inside: history rows carry it instead of the public identifier.
  number            int not null unique default nextval('device_numbers'),
  id                text collate "C" not null check (id ~ '^dev_[0-9A-Za-z]{22}$'),
  name              text not null check (length(name) between 1 and 200),
  description       text,
  identifier        text collate "C" check (length(identifier) between 1 and 64),
  phone_number      text,
  model             text,
  protocol          text,
  tags              jsonb not null default '{}',
  expires           boolean not null default false,
  expiration_date   date,
  -- The instant at which the date begins in the account's zone, while `expires` is on. Follows the account's zone.
  expires_at        timestamptz,
  daily_email_limit int check (daily_email_limit >= 0),
  daily_sms_limit   int check (daily_sms_limit >= 0),
  version           int not null default 1,
  created_at        timestamptz not null,
  modified_at       timestamptz not null,
  -- Lower case by the database's own collation: under "C", which the identifier brings in, only A to Z have one, and
  -- "Ñandú" would never be found by "ñandú".
  search_text       text collate "C" not null generated always as (
    lower((name || ' ' || coalesce(identifier, '') || ' ' || coalesce(phone_number, '')) collate "default")) stored,
  primary key (account_id, number),
  unique (account_id, id),
  check (not expires or expiration_date is not null),
  check ((expires and expires_at is not null) or (not expires and expires_at is null))
);
-- Counts the licenses in use.
create index devices_expiry on devices (account_id, expires_at);
select guard_account_table('devices', 'select, insert, update, delete');

-- Part of a name cannot be found by a trigram index under row-level security (its operators are not leakproof). All
-- texts of the account are read instead: 32 devices to a row, which is far cheaper than a row each and fits a page.
create table device_search (
  account_id   int not null references accounts,
  first_number int not null,
  last_number  int not null,
  texts        text collate "C" not null,
  primary key (account_id, first_number)
);
-- Unpacking costs more than reading.
alter table device_search alter column texts set storage external;
select guard_account_table('device_search', 'select, insert, update, delete');

-- New devices come at the end: the last row is filled up, and others begun. Waits for others who make devices of the
-- account, so that no two rows overlap.
create function gather_search_texts() returns trigger language plpgsql as $$
declare
  made record;
  tail int;
begin
  for made in select account_id, min(number) as first_number from changed group by account_id loop
    perform from accounts where account_id = made.account_id for no key update;
    select coalesce(max(first_number), 0) into tail from device_search
    where account_id = made.account_id and first_number <= made.first_number;
    perform from device_search where account_id = made.account_id and first_number >= tail
    order by first_number for update;
    with cut as (
      select case part when 0 then tail else min(number) end as first_number, max(number) as last_number,
        string_agg(search_text, e'\n') as texts
      from (
        select number, search_text, (row_number() over (order by number) - 1) / 32 as part
        from devices where account_id = made.account_id and number >= tail) as numbered
      group by part),
    kept as (
      insert into device_search (account_id, first_number, last_number, texts)
      select made.account_id, * from cut
      on conflict (account_id, first_number) do update
        set last_number = excluded.last_number, texts = excluded.texts
      returning first_number)
    delete from device_search
    where account_id = made.account_id and first_number > tail and first_number not in (select first_number from kept);
  end loop;
  return null;
end $$;
create trigger devices_searched after insert on devices referencing new table as changed
  for each statement execute function gather_search_texts();

-- First the lock, then the look: what another transaction did to the same row is seen.
create function refresh_search_texts() returns trigger language plpgsql as $$
declare
  head int;
begin
  select first_number into head from device_search
  where account_id = old.account_id and first_number <= old.number
  order by first_number desc limit 1 for update;
  update device_search s set texts = coalesce((
    select string_agg(d.search_text, e'\n') from devices d
    where d.account_id = s.account_id and d.number between s.first_number and s.last_number), '')
  where s.account_id = old.account_id and s.first_number = head;
  return null;
end $$;
create trigger devices_renamed after update on devices for each row
  when (old.search_text is distinct from new.search_text) execute function refresh_search_texts();
create trigger devices_forgotten after delete on devices for each row execute function refresh_search_texts();

-- Which device a tracker is. Unique over the platform: a tracker says no more than its identifier.
create table directory_identifiers (
  identifier    text collate "C" primary key,
  account_id    int not null,
  device_number int not null,
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index directory_identifiers_of_device on directory_identifiers (account_id, device_number);
select guard_account_table('directory_identifiers', 'select, insert, update, delete');
select open_to_directory('directory_identifiers');

-- One row for each expiry that was not yet announced. Read in order of time, over all accounts.
create table expiry_timers (
  account_id    int not null,
  device_number int not null,
  due_at        timestamptz not null,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index expiry_timers_due on expiry_timers (due_at);
select guard_account_table('expiry_timers', 'select, insert, update, delete');
select open_to_directory('expiry_timers');

-- Messages that left, by the account's calendar day.
create table daily_counts (
  account_id    int not null,
  device_number int not null,
  day           date not null,
  channel       text not null check (channel in ('email', 'sms')),
  sent          int not null check (sent >= 0),
  primary key (account_id, device_number, day, channel),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
select guard_account_table('daily_counts', 'select, insert, update, delete');

create table groups (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^grp_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  description text,
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, number),
  constraint groups_name unique (account_id, name)
);
select guard_account_table('groups', 'select, insert, update, delete');

-- Ordered by device number, so that a group's devices are listed without reading the account's.
create table group_devices (
  account_id    int not null,
  group_id      text collate "C" not null,
  device_number int not null,
  primary key (account_id, group_id, device_number),
  foreign key (account_id, group_id) references groups on delete cascade,
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
create index group_devices_of_device on group_devices (account_id, device_number);
select guard_account_table('group_devices', 'select, insert, delete');

alter table users
  add column number        int generated always as identity,
  add column group_id      text collate "C",
  add column device_number int,
  add column admin_devices boolean not null default false,
  add column version       int not null default 1,
  add foreign key (account_id, group_id) references groups,
  add foreign key (account_id, device_number) references devices (account_id, number),
  add unique (account_id, number);
create index users_of_group on users (account_id, group_id) where group_id is not null;
create index users_of_device on users (account_id, device_number) where device_number is not null;

-- Units a day that the operator allows; null is no limit.
alter table accounts add column daily_quota int check (daily_quota >= 0);
