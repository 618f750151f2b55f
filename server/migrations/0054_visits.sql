-- Visits of geofences, and the shapes that geofences have had: locations that come late are judged by the shape of their
-- time.

-- Without a foreign key to geofences: the shapes of a deleted one still count for the time before.
create table geofence_shapes (
  account_id      int not null references accounts,
  number          bigint generated always as identity,
  geofence_number int not null,
  geofence_id     text collate "C" not null,
  counts_from     timestamptz not null,
  counts_until    timestamptz not null default 'infinity',
  kind            text not null,
  geometry        jsonb not null,
  radius_m        double precision,
  positions       int not null,
  primary key (account_id, number)
);
create unique index geofence_shapes_current on geofence_shapes (account_id, geofence_number)
  where counts_until = 'infinity';
create index geofence_shapes_by_end on geofence_shapes (account_id, counts_until);
select guard_account_table('geofence_shapes', 'select, insert, update, delete');

-- Changes with every shape, so that processes know when to load them again. 0: there was never one.
alter table accounts add column areas_version int not null default 0;

-- By a trigger, because processes of the previous version change geofences, too.
create function keep_geofence_shape() returns trigger language plpgsql as $$
declare
  at timestamptz := now();
begin
  if tg_op = 'UPDATE' then
    at := new.modified_at;
  end if;
  if tg_op <> 'INSERT' then
    update geofence_shapes set counts_until = greatest(counts_from, at)
    where account_id = old.account_id and geofence_number = old.number and counts_until = 'infinity';
    update accounts set areas_version = areas_version + 1 where account_id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into geofence_shapes (account_id, geofence_number, geofence_id, counts_from, kind, geometry, radius_m, positions)
    values (new.account_id, new.number, new.id, new.modified_at, new.kind, new.geometry, new.radius_m, new.positions);
    update accounts set areas_version = areas_version + 1 where account_id = new.account_id;
  end if;
  return null;
end $$;
-- An account that is erased or moved away loses its shapes with its other rows.
create trigger geofences_keep_new_shape after insert on geofences for each row
  when (current_user = 'rastro_app') execute function keep_geofence_shape();
create trigger geofences_keep_shape after update of kind, geometry, radius_m on geofences for each row
  when (current_user = 'rastro_app'
    and (old.kind is distinct from new.kind or old.geometry is distinct from new.geometry
      or old.radius_m is distinct from new.radius_m))
  execute function keep_geofence_shape();
create trigger geofences_keep_old_shape after delete on geofences for each row
  when (current_user = 'rastro_app') execute function keep_geofence_shape();

create table visits (
  account_id      int not null,
  device_number   int not null,
  entered_at      timestamptz not null,
  geofence_number int not null,
  geofence_id     text collate "C" not null,
  -- Null while the device is inside; then distance and idling are with the state of the device.
  left_at         timestamptz,
  kind            text not null check (kind in ('stayed', 'passed')),
  cm              bigint not null,
  idle_seconds    int not null,
  -- The time of the location that showed that the device had left.
  decided_at      timestamptz,
  version         int not null default 1,
  primary key (account_id, device_number, entered_at, geofence_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade,
  check ((left_at is null) = (decided_at is null))
);
create index visits_of_account on visits (account_id, entered_at);
create index visits_of_geofence on visits (account_id, geofence_number, entered_at);
create index visits_by_decision on visits (account_id, device_number, decided_at);
create index visits_present on visits (account_id, geofence_number) where left_at is null;
-- Visits that last over the beginning of a period are found among those of the day before, and these.
create index visits_long on visits (account_id, left_at) where left_at - entered_at > interval '1 day';
create index visits_open on visits (account_id, device_number) where left_at is null;
select guard_account_table('visits', 'select, insert, update, delete');

-- The owner role does not bypass row-level security, so accounts are visited one by one.
do $$
declare
  visited int;
begin
  perform set_config('rastro.directory', 'on', true);
  for visited in select account_id from directory_accounts order by account_id loop
    perform set_config('rastro.account', visited::text, true);
    insert into geofence_shapes (account_id, geofence_number, geofence_id, counts_from, kind, geometry, radius_m, positions)
    select account_id, number, id, created_at, kind, geometry, radius_m, positions from geofences
    where account_id = visited;
    if found then
      update accounts set areas_version = 1 where account_id = visited;
    end if;
  end loop;
  perform set_config('rastro.account', '', true);
  perform set_config('rastro.directory', '', true);
end $$;
