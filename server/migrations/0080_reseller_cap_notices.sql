-- Those who manage a reseller learn of its spending caps. With several cells the tables of the shared directory are used
-- instead of these.

-- The current use of the spending caps of resellers.
create function node_cap_uses(at timestamptz)
returns table (node int, kind text, period text, starts_on date, cap bigint, used bigint)
language sql stable as $$
  select c.node, w.kind, p.period, p.starts_on, w.cap, w.used
  from node_caps c
  cross join lateral (select (node_cap_uses.at at time zone c.time_zone)::date as today) as d
  cross join lateral (values ('day', d.today), ('month', date_trunc('month', d.today)::date)) as p (period, starts_on)
  join node_spending s on s.node = c.node and s.period = p.period and s.starts_on = p.starts_on
  cross join lateral (values
    ('email', case p.period when 'day' then c.email_day else c.email_month end, s.emails),
    ('sms', case p.period when 'day' then c.sms_day else c.sms_month end, s.sms),
    ('money', case p.period when 'day' then c.money_day else c.money_month end, s.money)
  ) as w (kind, cap, used)
  where w.cap > 0
$$;

-- Caps of resellers that are nearly used (80), suppress ordinary alerts (90) or suppress all (100): once per cap and
-- period, for each staff account of the reseller.
create table node_cap_notices (
  node           int not null references nodes on delete cascade,
  account_number int not null,
  kind           text not null,
  period         text not null,
  starts_on      date not null,
  percent        int not null,
  cap            bigint not null,
  used           bigint not null,
  at             timestamptz not null,
  -- The process that publishes it.
  leased_until   timestamptz,
  published_at   timestamptz,
  primary key (node, account_number, kind, period, starts_on, percent, cap)
);
create index node_cap_notices_unpublished on node_cap_notices (at) where published_at is null;
alter table node_cap_notices enable row level security;
alter table node_cap_notices force row level security;
create policy of_directory on node_cap_notices using ((select current_setting('rastro.directory', true) = 'on'));
grant select, insert, update, delete on node_cap_notices to rastro_app;

-- A reseller has few staff accounts, and may have thousands of others.
create index nodes_staff on nodes (parent) where is_staff;
