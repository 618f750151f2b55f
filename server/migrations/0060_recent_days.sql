-- The last eight weeks of each device as running totals, for the dashboard. To read the days of a large fleet one by one would
-- take seconds.

-- Element n of a list is the total up to the end of the day `last_day - 58 + n`. The sums of a period are the difference of two
-- elements. After the last day nothing was counted.
create table recent_days (
  account_id     int not null,
  device_number  int not null,
  -- The local day on which the list was last extended.
  last_day       date not null,
  cm             bigint[] not null,
  trip_seconds   int[] not null,
  stop_seconds   int[] not null,
  gap_seconds    int[] not null,
  idle_seconds   int[] not null,
  engine_seconds int[] not null,
  -- Days on which it is known how long the engine was on.
  engine_days    int[] not null,
  -- Days with a trip.
  used_days      int[] not null,
  locations      int[] not null,
  unusable       int[] not null,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
-- The lists are read as a whole: compressed, they would take longer.
) with (fillfactor = 65, toast_tuple_target = 8160);

-- Brings the lists of some devices up to date with device_days, from a day on. On the first change of a local day, all of them:
-- whatever happened to the lists, they are right a day later. Days without a location belong to the segment that lasts over them.
create function refresh_recent_days(of_account int, of_devices int[], from_days date[], today date, zone text) returns void
language sql as $$
  with span as materialized (
    select day, starts_at,
      (floor(date_part('epoch', ends_at)) - floor(date_part('epoch', starts_at)))::int as seconds
    from (
      select today - 57 + n as day, start_of_day(today - 57 + n, zone) as starts_at,
        start_of_day(today - 56 + n, zone) as ends_at
      from generate_series(0, 57) as n) as listed),
  target as materialized (
    select given.device_number, r.cm, r.trip_seconds, r.stop_seconds, r.gap_seconds, r.idle_seconds, r.engine_seconds,
      r.engine_days, r.used_days, r.locations, r.unusable,
      case when r.last_day = today then least(greatest(given.from_day - (today - 57), 0), 58) else 0 end as kept
    from (
      select device_number, greatest(from_day, today - 57) as from_day
      from unnest(of_devices, from_days) as listed (device_number, from_day)) as given
    left join recent_days r on r.account_id = of_account and r.device_number = given.device_number)
  insert into recent_days (account_id, device_number, last_day, cm, trip_seconds, stop_seconds, gap_seconds, idle_seconds,
    engine_seconds, engine_days, used_days, locations, unusable)
  select of_account, t.device_number, today, t.cm[1:t.kept] || later.cm, t.trip_seconds[1:t.kept] || later.trip_seconds,
    t.stop_seconds[1:t.kept] || later.stop_seconds, t.gap_seconds[1:t.kept] || later.gap_seconds,
    t.idle_seconds[1:t.kept] || later.idle_seconds, t.engine_seconds[1:t.kept] || later.engine_seconds,
    t.engine_days[1:t.kept] || later.engine_days, t.used_days[1:t.kept] || later.used_days,
    t.locations[1:t.kept] || later.locations, t.unusable[1:t.kept] || later.unusable
  from target t cross join lateral (
    select array_agg(coalesce(t.cm[t.kept], 0) + cm order by day) as cm,
      array_agg((coalesce(t.trip_seconds[t.kept], 0) + trip_seconds)::int order by day) as trip_seconds,
      array_agg((coalesce(t.stop_seconds[t.kept], 0) + stop_seconds)::int order by day) as stop_seconds,
      array_agg((coalesce(t.gap_seconds[t.kept], 0) + gap_seconds)::int order by day) as gap_seconds,
      array_agg((coalesce(t.idle_seconds[t.kept], 0) + idle_seconds)::int order by day) as idle_seconds,
      array_agg((coalesce(t.engine_seconds[t.kept], 0) + engine_seconds)::int order by day) as engine_seconds,
      array_agg((coalesce(t.engine_days[t.kept], 0) + engine_days)::int order by day) as engine_days,
      array_agg((coalesce(t.used_days[t.kept], 0) + used_days)::int order by day) as used_days,
      array_agg((coalesce(t.locations[t.kept], 0) + locations)::int order by day) as locations,
      array_agg((coalesce(t.unusable[t.kept], 0) + unusable)::int order by day) as unusable
    from (
      select day, (sum(cm) over since)::bigint as cm, sum(trip_seconds) over since as trip_seconds,
        sum(stop_seconds) over since as stop_seconds, sum(gap_seconds) over since as gap_seconds,
        sum(idle_seconds) over since as idle_seconds, sum(engine_seconds) over since as engine_seconds,
        sum(engine_days) over since as engine_days, sum(case when trip_seconds > 0 then 1 else 0 end) over since as used_days,
        sum(locations) over since as locations, sum(unusable) over since as unusable
      from (
        select p.day, coalesce(d.cm, 0) as cm,
          coalesce(d.trip_seconds, case lasting.kind when 'trip' then p.seconds end, 0) as trip_seconds,
          coalesce(d.stop_seconds, case lasting.kind when 'stop' then p.seconds end, 0) as stop_seconds,
          coalesce(d.gap_seconds, case lasting.kind when 'gap' then p.seconds end, 0) as gap_seconds,
          coalesce(d.idle_seconds, 0) as idle_seconds, coalesce(d.engine_seconds, 0) as engine_seconds,
          case when d.engine_seconds is null then 0 else 1 end as engine_days, coalesce(d.locations, 0) as locations,
          coalesce(d.ahead + d.coordinates + d.accuracy + d.jump, 0) as unusable
        from span p
        left join device_days d on d.account_id = of_account and d.device_number = t.device_number and d.day = p.day
          and d.day between today - 57 + t.kept and today
        left join lateral (
          select s.kind, s.ended_at from segments s
          where d.day is null and s.account_id = of_account and s.device_number = t.device_number
            and s.began_at <= p.starts_at
          order by s.began_at desc limit 1) as lasting on lasting.ended_at > p.starts_at
        where p.day >= today - 57 + t.kept) as one
      window since as (order by day)) as total) as later
  on conflict (account_id, device_number) do update set last_day = excluded.last_day, cm = excluded.cm,
    trip_seconds = excluded.trip_seconds, stop_seconds = excluded.stop_seconds, gap_seconds = excluded.gap_seconds,
    idle_seconds = excluded.idle_seconds, engine_seconds = excluded.engine_seconds, engine_days = excluded.engine_days,
    used_days = excluded.used_days, locations = excluded.locations, unusable = excluded.unusable
$$;

do $$
declare
  account record;
begin
  for account in select account_id, time_zone from accounts order by account_id loop
    perform refresh_recent_days(account.account_id, array_agg(device_number order by device_number),
      array_agg('-infinity'::date), (now() at time zone account.time_zone)::date, account.time_zone)
    from trip_states where account_id = account.account_id;
  end loop;
end $$;

select guard_account_table('recent_days', 'select, insert, update, delete');
