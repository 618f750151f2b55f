-- Channels besides e-mail and SMS, over all cells. An installation without cells has the same in its own database.
alter table granted_budget_leases drop constraint granted_budget_leases_channel_check,
  add constraint granted_budget_leases_channel_check check (channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice'));

-- Channels besides e-mail and SMS have no cap of units at the platform and at resellers. Those that cost money have the
-- caps of money.

create or replace function watched_caps(
  caps platform_caps, today date, this_month date, by_channel text, message_price bigint
)
returns table (kind text, period text, starts_on date, cap bigint, spent bigint, price bigint)
language sql stable as $$
  select w.kind, s.period, s.starts_on, w.cap, w.spent, w.price
  from platform_spending s, lateral (values
    (by_channel,
      case
        when by_channel = 'email' and s.period = 'day' then caps.email_day
        when by_channel = 'email' then caps.email_month
        when by_channel = 'sms' and s.period = 'day' then caps.sms_day
        when by_channel = 'sms' then caps.sms_month
      end,
      case by_channel when 'email' then s.emails else s.sms end, 1::bigint),
    ('money', case s.period when 'day' then caps.money_day else caps.money_month end, s.money, message_price)
  ) as w (kind, cap, spent, price)
  where (s.period, s.starts_on) in (('day', today), ('month', this_month)) and w.cap is not null
$$;

create or replace function watched_node_caps(for_account int, by_channel text, message_price bigint, at timestamptz)
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
        when by_channel = 'sms' and p.period = 'day' then c.sms_day
        when by_channel = 'sms' then c.sms_month
      end,
      coalesce(case by_channel when 'email' then s.emails else s.sms end, 0), 1::bigint),
    ('money', case p.period when 'day' then c.money_day else c.money_month end, coalesce(s.money, 0), message_price)
  ) as w (kind, cap, spent, price)
  where w.cap is not null
$$;

-- As before; what a channel other than SMS costs requires a cap of money.
create or replace function take_budget_lease(
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
  if requires_cap and (
    case by_channel when 'sms' then coalesce(caps.sms_day, caps.sms_month) else coalesce(caps.money_day, caps.money_month) end
  ) is null then
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
