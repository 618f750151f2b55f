-- Since when the readings of a sensor wait, and whether maintenance could not be evaluated: for operators.
alter table fuel_states add column waiting_since timestamptz;
comment on column fuel_states.waiting_since is 'null: nothing waits, or it has waited since before this column existed';

alter table maintenance_checks add column failed_at timestamptz;
comment on column maintenance_checks.failed_at is 'of the last attempt; null: it succeeded';
