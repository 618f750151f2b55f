-- The colour of a geofence on maps. Null for the default colour; the previous version writes none.
alter table geofences add column color text check (color ~ '^#[0-9a-f]{6}$');
