-- The spending caps of the platform, over all cells: the tables and functions that an installation without cells has in
-- its own database.

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

create table platform_caps (
  -- A single row.
  is_only     boolean primary key default true check (is_only),
  -- The zone in which the platform's days and months begin.
  time_zone   text not null default 'UTC',
  -- Null: not set by the operator. 9007199254740991: no cap.
  email_day   bigint check (email_day >= 0),
  email_month bigint check (email_month >= 0),
  sms_day     bigint check (sms_day >= 0),
  sms_month   bigint check (sms_month >= 0),
  -- In millionths of the currency.
  money_day   bigint check (money_day >= 0),
  money_month bigint check (money_month >= 0),
  modified_at timestamptz not null default now()
);
insert into platform_caps default values;
grant select, update on platform_caps to rastro_app;

-- Spent, and handed out to accounts as budget leases.
create table platform_spending (
  period    text not null check (period in ('day', 'month')),
  starts_on date not null,
  emails    bigint not null default 0,
  sms       bigint not null default 0,
  money     bigint not null default 0,
  primary key (period, starts_on)
);
grant select, insert, update, delete on platform_spending to rastro_app;

-- What was handed out to whom, until it is certain what was spent of it.
create table granted_budget_leases (
  id             uuid primary key,
  account_number int not null,
  -- The cell of the account; 0 in an installation without cells.
  cell           int not null,
  channel        text not null check (channel in ('email', 'sms')),
  -- The platform's day that it counts against.
  day            date not null,
  units          int not null check (units > 0),
  money          bigint not null check (money >= 0),
  returned_units int not null default 0 check (returned_units <= units),
  returned_money bigint not null default 0 check (returned_money <= money),
  taken_at       timestamptz not null,
  ends_at        timestamptz not null,
  -- Whether the account is known to have it. A process may die after it took one.
  confirmed      boolean not null default false
);
create index granted_budget_leases_unconfirmed on granted_budget_leases (cell, taken_at) where not confirmed;
create index granted_budget_leases_by_end on granted_budget_leases (ends_at);
grant select, insert, update, delete on granted_budget_leases to rastro_app;

-- A cap is reported once in a period at 80 %, once when it suppresses ordinary alerts (90) and once when it is used up
-- or suppresses a critical one (100); a changed cap is reported again.
create table platform_cap_notices (
  kind         text not null check (kind in ('email', 'sms', 'money')),
  period       text not null check (period in ('day', 'month')),
  starts_on    date not null,
  percent      int not null,
  cap          bigint not null,
  at           timestamptz not null,
  -- Another process reports it if this one has not by then.
  leased_until timestamptz,
  published_at timestamptz,
  primary key (kind, period, starts_on, percent, cap)
);
-- For the notifier that reports them.
create index platform_cap_notices_new on platform_cap_notices (at) where published_at is null;
grant select, insert, update, delete on platform_cap_notices to rastro_app;

-- The caps that a message counts against, and what is spent of each. `price` is what one message takes of it.
create function watched_caps(caps platform_caps, today date, this_month date, by_channel text, message_price bigint)
returns table (kind text, period text, starts_on date, cap bigint, spent bigint, price bigint)
language sql stable as $$
  select w.kind, s.period, s.starts_on, w.cap, w.spent, w.price
  from platform_spending s, lateral (values
    (by_channel,
      case
        when by_channel = 'email' and s.period = 'day' then caps.email_day
        when by_channel = 'email' then caps.email_month
        when s.period = 'day' then caps.sms_day
        else caps.sms_month
      end,
      case by_channel when 'email' then s.emails else s.sms end, 1::bigint),
    ('money', case s.period when 'day' then caps.money_day else caps.money_month end, s.money, message_price)
  ) as w (kind, cap, spent, price)
  where (s.period, s.starts_on) in (('day', today), ('month', this_month)) and w.cap is not null
$$;

-- Takes a budget lease: a block of messages that an account may send, counted as spent at once. A row that every message
-- locks would carry about a hundred messages a second; a block is 1/128 of what is left under the smallest cap, at least
-- one message, so that blocks shrink to single messages near a cap and nothing is left over. `units` is 0 if the platform
-- has nothing left for it. A tenth of every cap is kept for critical alerts.
create function take_budget_lease(
  lease_id uuid, for_account int, of_cell int, by_channel text, is_critical boolean, price bigint, most_units int,
  ends_before timestamptz, requires_cap boolean, at timestamptz,
  out units int, out money bigint, out ends_at timestamptz
)
language plpgsql as $$
declare
  caps platform_caps;
  today date;
  this_month date;
  remaining bigint;
begin
  units := 0;
  money := 0;
  select c.* into strict caps from platform_caps c;
  today := (at at time zone caps.time_zone)::date;
  this_month := date_trunc('month', today)::date;
  ends_at := least(ends_before, start_of_day(today + 1, caps.time_zone));
  insert into platform_spending (period, starts_on) values ('day', today), ('month', this_month) on conflict do nothing;
  if found then
    delete from granted_budget_leases g where g.ends_at < at - interval '7 days';
    delete from platform_cap_notices n where n.starts_on < today - 400;
    delete from platform_spending s where s.starts_on < today - 400;
  end if;
  -- Locked in the same order by all.
  perform from platform_spending s
  where (s.period, s.starts_on) in (('day', today), ('month', this_month)) order by s.period desc for update;
  -- Read again: a cap that was changed meanwhile counts.
  select c.* into strict caps from platform_caps c;
  if requires_cap and coalesce(caps.sms_day, caps.sms_month) is null then
    return;
  end if;

  select min((w.cap - case when is_critical then 0 else (w.cap + 9) / 10 end - w.spent) / w.price) into remaining
  from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w where w.price > 0;
  if remaining < 1 then
    insert into platform_cap_notices (kind, period, starts_on, percent, cap, at)
    select w.kind, w.period, w.starts_on, case when is_critical then 100 else 90 end, w.cap, take_budget_lease.at
    from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w
    where w.cap - case when is_critical then 0 else (w.cap + 9) / 10 end - w.spent < w.price and w.price > 0
    on conflict do nothing;
    return;
  end if;

  units := least(greatest(coalesce(remaining / 128, most_units), 1), most_units);
  money := units * price;
  update platform_spending s set
    emails = s.emails + case when by_channel = 'email' then take_budget_lease.units else 0 end,
    sms = s.sms + case when by_channel = 'sms' then take_budget_lease.units else 0 end,
    money = s.money + take_budget_lease.money
  where (s.period, s.starts_on) in (('day', today), ('month', this_month));
  insert into granted_budget_leases (id, account_number, cell, channel, day, units, money, taken_at, ends_at)
  values (lease_id, for_account, of_cell, by_channel, today, units, money, at, ends_at);
  insert into platform_cap_notices (kind, period, starts_on, percent, cap, at)
  select w.kind, w.period, w.starts_on, p.percent, w.cap, take_budget_lease.at
  from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w, (values (80), (100)) as p (percent)
  where w.cap > 0 and w.price > 0 and w.spent * 100 >= w.cap * p.percent
  on conflict do nothing;
end $$;

-- Takes back what an account has not spent. The account reports the sum of all it has returned of the lease, so that a
-- report may be repeated.
create function return_budget_lease(lease_id uuid, all_units int, all_money bigint) returns void
language plpgsql as $$
declare
  granted granted_budget_leases;
begin
  select g.* into granted from granted_budget_leases g where g.id = lease_id for update;
  if not found or (granted.returned_units >= all_units and granted.returned_money >= all_money) then
    return;
  end if;
  perform from platform_spending s
  where (s.period, s.starts_on) in (('day', granted.day), ('month', date_trunc('month', granted.day)::date))
  order by s.period desc for update;
  update platform_spending s set
    emails = s.emails - case when granted.channel = 'email' then all_units - granted.returned_units else 0 end,
    sms = s.sms - case when granted.channel = 'sms' then all_units - granted.returned_units else 0 end,
    money = s.money - (all_money - granted.returned_money)
  where (s.period, s.starts_on) in (('day', granted.day), ('month', date_trunc('month', granted.day)::date));
  update granted_budget_leases g set returned_units = all_units, returned_money = all_money, confirmed = true
  where g.id = lease_id;
end $$;
