-- A deleted driver keeps the name, the tags and the assignments of the past, so that trips of the past still name the driver.
alter table drivers add column deleted_at timestamptz;
create index drivers_deleted on drivers (account_id, deleted_at) where deleted_at is not null;
