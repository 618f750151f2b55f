-- What an account used, day by day. A day is closed an hour after it has ended and never changed afterwards.

-- The most licenses at any instant of a day: in use by active devices, and those that the account had. Whatever changes
-- either holds the lock of the licenses, and creates the rows of the days since the last one first, from the state that
-- nothing has changed since. So the numbers of the beginning of a day are exact, whenever they are computed.
create table license_days (
  account_id int not null references accounts,
  day        date not null,
  peak       int not null check (peak >= 0),
  granted    int not null check (granted >= 0),
  primary key (account_id, day)
);
select guard_account_table('license_days', 'select, insert, update, delete');

create function open_license_days(of_account int, at timestamptz) returns void language sql as $$
  insert into license_days (account_id, day, peak, granted)
  select a.account_id, d.day::date,
    (select count(*) from devices v where v.account_id = a.account_id
      and (v.expires_at is null or v.expires_at > start_of_day(d.day::date, a.time_zone))),
    a.licenses
  from accounts a,
    lateral (select (at at time zone a.time_zone)::date as day) as today,
    lateral (select coalesce(max(l.day) + 1, today.day) as day from license_days l where l.account_id = a.account_id) as first,
    generate_series(greatest(first.day, today.day - 400), today.day, interval '1 day') as d (day)
  where a.account_id = of_account
  on conflict do nothing
$$;

-- SMS by the beginning of the telephone number, which decides their price. Counted like the spending of the account.
create table sms_days (
  account_id int not null references accounts,
  day        date not null,
  prefix     text collate "C" not null,
  messages   int not null,
  primary key (account_id, day, prefix)
);
select guard_account_table('sms_days', 'select, insert, update, delete');

create function count_sms() returns trigger language plpgsql as $$
begin
  insert into sms_days as s (account_id, day, prefix, messages)
  select new.account_id, new.day, left(n.address, 6), case tg_op when 'INSERT' then 1 else -1 end
  from notifications n
  where n.account_id = new.account_id and n.number = new.notification_number and n.channel = 'sms'
  on conflict (account_id, day, prefix) do update set messages = s.messages + excluded.messages;
  return null;
end $$;
create trigger notification_attempts_count after insert on notification_attempts for each row
  when (new.price is not null) execute function count_sms();
create trigger notification_attempts_refund after update of outcome on notification_attempts for each row
  when (new.outcome = 'refused' and old.outcome is distinct from new.outcome and new.price is not null)
  execute function count_sms();

-- Stored locations, counted by recorders in memory and written every few seconds.
create table location_days (
  account_id int not null references accounts,
  day        date not null,
  stored     bigint not null,
  primary key (account_id, day)
);
select guard_account_table('location_days', 'select, insert, update, delete');
select open_to_recorder('location_days');

create table usage_days (
  account_id       int not null references accounts,
  day              date not null,
  ends_at          timestamptz not null,
  licenses_peak    int not null,
  licenses_granted int not null,
  emails           bigint not null,
  sms              bigint not null,
  sms_prefixes     jsonb not null,
  api_units        bigint not null,
  locations        bigint not null,
  closed_at        timestamptz not null,
  -- Whether the reseller tree has it.
  is_reported      boolean not null default false,
  primary key (account_id, day)
);
create index usage_days_unreported on usage_days (account_id, day) where not is_reported;
select guard_account_table('usage_days', 'select, insert');
grant update (is_reported) on usage_days to rastro_app;
select open_to_directory('usage_days');
select hide_moving('usage_days', '{}');

-- The next day to close of each account, and from when on.
create table usage_cursors (
  account_id int primary key references accounts,
  day        date not null,
  due_at     timestamptz not null
);
create index usage_cursors_due on usage_cursors (due_at);
insert into usage_cursors (account_id, day, due_at)
select a.account_id, today.day, start_of_day(today.day + 1, a.time_zone) + interval '1 hour'
from accounts a, lateral (select (now() at time zone a.time_zone)::date as day) as today;
select guard_account_table('usage_cursors', 'select, insert, update');
select open_to_directory('usage_cursors');
select hide_moving('usage_cursors', '{}');

create function open_usage() returns trigger language plpgsql as $$
declare
  first date := (new.created_at at time zone new.time_zone)::date;
begin
  insert into usage_cursors (account_id, day, due_at)
  values (new.account_id, first, start_of_day(first + 1, new.time_zone) + interval '1 hour')
  on conflict do nothing;
  return null;
end $$;
create trigger accounts_open_usage after insert on accounts for each row execute function open_usage();
