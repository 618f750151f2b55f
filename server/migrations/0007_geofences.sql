-- Areas that rules speak of. They are judged in memory, one index an account: see features/geofences.

create table geofences (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^geo_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  description text,
  kind        text not null check (kind in ('polygon', 'circle', 'corridor')),
  -- As GeoJSON: a Polygon or MultiPolygon, the Point in the middle, or the LineString along which the corridor runs.
  geometry    jsonb not null,
  -- Counted, because an account may have only so many in all.
  positions   int not null check (positions between 1 and 10000),
  -- Of a circle, or from a corridor's line to either side.
  radius_m    double precision check (radius_m > 0),
  tags        jsonb not null default '{}',
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  constraint geofences_name unique (account_id, name),
  check ((kind = 'polygon') = (radius_m is null))
);
select guard_account_table('geofences', 'select, insert, update, delete');
select open_to_recorder('geofences', 'select');
