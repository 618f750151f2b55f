-- Steps of seven days from any weekday missed the last week on some days: partitions ended 19 days ahead.
create or replace function ensure_location_partitions(at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  week date;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('location_partitions'));
  perform set_config('rastro.directory', 'on', true);
  perform set_config('rastro.recorder', 'on', true);
  for kept in select * from retention_classes loop
    perform create_location_partition('locations_' || kept.name, 'locations',
      format('for values in (%s)', kept.class), 'partition by range (fixed_at)');
    perform create_location_partition('locations_' || kept.name || '_default', 'locations_' || kept.name, 'default', '');
    for week in
      select day::date
      from generate_series(date_trunc('week', at - make_interval(days => least(kept.keep_days, 400))),
        at + interval '21 days', interval '7 days') as day
    loop
      continue when to_regclass(format('locations_%s_%s', kept.name, to_char(week, 'YYYYMMDD'))) is not null;
      perform create_location_week(kept.name, week);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;
