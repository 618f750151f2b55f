-- Spending caps of resellers, over all cells. An installation without cells has the same in its own database.

-- Null: no cap. Money is in millionths of the currency.
create table node_caps (
  node        int primary key references nodes on delete cascade,
  path        text collate "C" not null unique,
  -- The zone in which the reseller's days and months begin.
  time_zone   text not null default 'UTC',
  email_day   bigint check (email_day >= 0),
  email_month bigint check (email_month >= 0),
  sms_day     bigint check (sms_day >= 0),
  sms_month   bigint check (sms_month >= 0),
  money_day   bigint check (money_day >= 0),
  money_month bigint check (money_month >= 0),
  modified_at timestamptz not null
);
alter table node_caps enable row level security;
alter table node_caps force row level security;
create policy of_directory on node_caps using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller_read on node_caps for select using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
-- A reseller sets the caps of those below it, and never its own.
create policy of_reseller_add on node_caps for insert with check (
  path > (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
create policy of_reseller_change on node_caps for update using (
  path > (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update on node_caps to rastro_app;

-- Spent below a reseller, and handed out to accounts below it as budget leases. Counted without a cap too, so that a cap
-- that is set later counts what was sent before.
create table node_spending (
  node      int not null references nodes on delete cascade,
  path      text collate "C" not null,
  period    text not null check (period in ('day', 'month')),
  starts_on date not null,
  emails    bigint not null default 0,
  sms       bigint not null default 0,
  money     bigint not null default 0,
  primary key (node, period, starts_on)
);
create index node_spending_by_start on node_spending (starts_on);
alter table node_spending enable row level security;
alter table node_spending force row level security;
create policy of_directory on node_spending using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller_read on node_spending for select using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update, delete on node_spending to rastro_app;

-- The resellers that a lease counts against, and the days of their zones.
alter table granted_budget_leases add nodes int[] not null default '{}', add node_days date[] not null default '{}';

-- The resellers above an account, the highest first, with the current days of their zones.
create function resellers_above(for_account int, at timestamptz)
returns table (node int, path text, zone text, today date)
language sql stable as $$
  select r.number, r.path, z.zone, (resellers_above.at at time zone z.zone)::date
  from nodes a
  -- The first segment is the platform, the last one the account.
  cross join lateral generate_series(2, length(a.path) / 9 - 1) as segments (count)
  join nodes r on r.path = left(a.path, segments.count * 9)
  left join node_caps c on c.node = r.number
  cross join lateral (select coalesce(c.time_zone, 'UTC') as zone) as z
  where a.account_number = for_account
  order by r.path
$$;

-- As watched_caps, of the resellers above an account.
create function watched_node_caps(for_account int, by_channel text, message_price bigint, at timestamptz)
returns table (node int, kind text, period text, starts_on date, cap bigint, spent bigint, price bigint)
language sql stable as $$
  select r.node, w.kind, p.period, p.starts_on, w.cap, w.spent, w.price
  from resellers_above(for_account, watched_node_caps.at) r
  join node_caps c on c.node = r.node
  cross join lateral (values ('day', r.today), ('month', date_trunc('month', r.today)::date)) as p (period, starts_on)
  left join node_spending s on s.node = r.node and s.period = p.period and s.starts_on = p.starts_on
  cross join lateral (values
    (by_channel,
      case
        when by_channel = 'email' and p.period = 'day' then c.email_day
        when by_channel = 'email' then c.email_month
        when p.period = 'day' then c.sms_day
        else c.sms_month
      end,
      coalesce(case by_channel when 'email' then s.emails else s.sms end, 0), 1::bigint),
    ('money', case p.period when 'day' then c.money_day else c.money_month end, coalesce(s.money, 0), message_price)
  ) as w (kind, cap, spent, price)
  where w.cap is not null
$$;

-- As before, and within the caps of all resellers above the account: the block is 1/128 of what is left under the
-- smallest cap of all. `refused_by` is the level that has nothing left. The rows of the platform, which every lease
-- locks, keep those of the resellers apart too.
drop function take_budget_lease(uuid, int, int, text, boolean, bigint, int, timestamptz, boolean, timestamptz);
create function take_budget_lease(
  lease_id uuid, for_account int, of_cell int, by_channel text, is_critical boolean, price bigint, most_units int,
  ends_before timestamptz, requires_cap boolean, at timestamptz,
  out units int, out money bigint, out ends_at timestamptz, out refused_by text, out of_nodes int[]
)
language plpgsql as $$
declare
  caps platform_caps;
  today date;
  this_month date;
  remaining bigint;
  remaining_below bigint;
  days_of_nodes date[];
begin
  units := 0;
  money := 0;
  of_nodes := '{}';
  select c.* into strict caps from platform_caps c;
  today := (at at time zone caps.time_zone)::date;
  this_month := date_trunc('month', today)::date;
  ends_at := least(ends_before, start_of_day(today + 1, caps.time_zone));
  insert into platform_spending (period, starts_on) values ('day', today), ('month', this_month) on conflict do nothing;
  if found then
    delete from granted_budget_leases g where g.ends_at < at - interval '7 days';
    delete from platform_cap_notices n where n.starts_on < today - 400;
    delete from platform_spending s where s.starts_on < today - 400;
    delete from node_spending s where s.starts_on < today - 400;
  end if;
  -- Locked in the same order by all.
  perform from platform_spending s
  where (s.period, s.starts_on) in (('day', today), ('month', this_month)) order by s.period desc for update;
  -- Read again: a cap that was changed meanwhile counts.
  select c.* into strict caps from platform_caps c;
  if requires_cap and coalesce(caps.sms_day, caps.sms_month) is null then
    refused_by := 'platform';
    return;
  end if;

  select min((w.cap - case when is_critical then 0 else (w.cap + 9) / 10 end - w.spent) / w.price) into remaining
  from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w where w.price > 0;
  if remaining < 1 then
    refused_by := 'platform';
    insert into platform_cap_notices (kind, period, starts_on, percent, cap, at)
    select w.kind, w.period, w.starts_on, case when is_critical then 100 else 90 end, w.cap, take_budget_lease.at
    from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w
    where w.cap - case when is_critical then 0 else (w.cap + 9) / 10 end - w.spent < w.price and w.price > 0
    on conflict do nothing;
    return;
  end if;

  select coalesce(array_agg(r.node order by r.path), '{}'), coalesce(array_agg(r.today order by r.path), '{}'),
    least(take_budget_lease.ends_at, min(start_of_day(r.today + 1, r.zone)))
  into of_nodes, days_of_nodes, ends_at
  from resellers_above(for_account, take_budget_lease.at) r;
  if of_nodes <> '{}' then
    select min((w.cap - case when is_critical then 0 else (w.cap + 9) / 10 end - w.spent) / w.price) into remaining_below
    from watched_node_caps(for_account, by_channel, take_budget_lease.price, take_budget_lease.at) w where w.price > 0;
    if remaining_below < 1 then
      refused_by := 'reseller';
      return;
    end if;
    remaining := least(remaining, remaining_below);
  end if;

  units := least(greatest(coalesce(remaining / 128, most_units), 1), most_units);
  money := units * price;
  update platform_spending s set
    emails = s.emails + case when by_channel = 'email' then take_budget_lease.units else 0 end,
    sms = s.sms + case when by_channel = 'sms' then take_budget_lease.units else 0 end,
    money = s.money + take_budget_lease.money
  where (s.period, s.starts_on) in (('day', today), ('month', this_month));
  insert into node_spending as s (node, path, period, starts_on, emails, sms, money)
  select r.node, r.path, p.period, p.starts_on, case when by_channel = 'email' then take_budget_lease.units else 0 end,
    case when by_channel = 'sms' then take_budget_lease.units else 0 end, take_budget_lease.money
  from resellers_above(for_account, take_budget_lease.at) r
  cross join lateral (values ('day', r.today), ('month', date_trunc('month', r.today)::date)) as p (period, starts_on)
  order by r.node, p.period, p.starts_on
  on conflict (node, period, starts_on) do update
    set emails = s.emails + excluded.emails, sms = s.sms + excluded.sms, money = s.money + excluded.money;
  insert into granted_budget_leases (id, account_number, cell, channel, day, units, money, taken_at, ends_at, nodes,
    node_days)
  values (lease_id, for_account, of_cell, by_channel, today, units, money, at, ends_at, of_nodes, days_of_nodes);
  insert into platform_cap_notices (kind, period, starts_on, percent, cap, at)
  select w.kind, w.period, w.starts_on, p.percent, w.cap, take_budget_lease.at
  from watched_caps(caps, today, this_month, by_channel, take_budget_lease.price) w, (values (80), (100)) as p (percent)
  where w.cap > 0 and w.price > 0 and w.spent * 100 >= w.cap * p.percent
  on conflict do nothing;
end $$;

-- As before, and to the resellers that the lease counts against.
create or replace function return_budget_lease(lease_id uuid, all_units int, all_money bigint) returns void
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
  perform from node_spending s
  join unnest(granted.nodes, granted.node_days) as r (node, today) on s.node = r.node
    and (s.period, s.starts_on) in (('day', r.today), ('month', date_trunc('month', r.today)::date))
  order by s.node, s.period, s.starts_on for update of s;
  update node_spending s set
    emails = s.emails - case when granted.channel = 'email' then all_units - granted.returned_units else 0 end,
    sms = s.sms - case when granted.channel = 'sms' then all_units - granted.returned_units else 0 end,
    money = s.money - (all_money - granted.returned_money)
  from unnest(granted.nodes, granted.node_days) as r (node, today),
    lateral (values ('day', r.today), ('month', date_trunc('month', r.today)::date)) as p (period, starts_on)
  where s.node = r.node and s.period = p.period and s.starts_on = p.starts_on;
  update granted_budget_leases g set returned_units = all_units, returned_money = all_money, confirmed = true
  where g.id = lease_id;
end $$;

-- The resellers whose caps are nearly used: accounts below them return at once what they do not use.
create function scarce_nodes(share float8, at timestamptz) returns int[]
language sql stable as $$
  select coalesce(array_agg(distinct c.node), '{}')
  from node_caps c
  cross join lateral (select (scarce_nodes.at at time zone c.time_zone)::date as today) as d
  join node_spending s on s.node = c.node
    and (s.period, s.starts_on) in (('day', d.today), ('month', date_trunc('month', d.today)::date))
  where case s.period when 'day' then
      s.emails >= c.email_day * share or s.sms >= c.sms_day * share or s.money >= c.money_day * share
    else s.emails >= c.email_month * share or s.sms >= c.sms_month * share or s.money >= c.money_month * share end
$$;
