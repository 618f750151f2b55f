-- What was billed of the counters of the last days, so that each unit is billed once. Null until the first day is closed.
alter table usage_cursors add column counted jsonb;

-- As in 0075, but without a row yet, the first one is that of the first day to close: nothing has changed since then.
create or replace function open_license_days(of_account int, at timestamptz) returns void language sql as $$
  insert into license_days (account_id, day, peak, granted)
  select a.account_id, d.day::date,
    (select count(*) from devices v where v.account_id = a.account_id
      and (v.expires_at is null or v.expires_at > start_of_day(d.day::date, a.time_zone))),
    a.licenses
  from accounts a,
    lateral (select (at at time zone a.time_zone)::date as day) as today,
    lateral (select coalesce(
      (select max(l.day) + 1 from license_days l where l.account_id = a.account_id),
      (select least(c.day, today.day) from usage_cursors c where c.account_id = a.account_id),
      today.day) as day) as first,
    generate_series(greatest(first.day, today.day - 400), today.day, interval '1 day') as d (day)
  where a.account_id = of_account
  on conflict do nothing
$$;
