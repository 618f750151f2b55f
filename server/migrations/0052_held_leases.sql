-- Each message draws on a budget lease. Indexes on the units left made every one of these updates write to four indexes;
-- whether anything is left changes once.
alter table budget_leases
  add column is_held boolean not null generated always as (units_left > 0 or money_left > 0) stored;
drop index budget_leases_open, budget_leases_idle, budget_leases_ended;
create index budget_leases_open on budget_leases (account_id, channel, critical, taken_at) where is_held;
create index budget_leases_idle on budget_leases (used_at) where is_held;
create index budget_leases_ended on budget_leases (ends_at) where is_held;
alter table budget_leases set (fillfactor = 70);
