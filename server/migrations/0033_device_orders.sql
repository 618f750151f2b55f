-- outside a transaction
-- Lists devices by name. By creation they are listed by the primary key; the last contact has no index, because it
-- changes with every location.
call fill_sort_names();
drop index concurrently if exists devices_by_name;
create index concurrently devices_by_name on devices (account_id, sort_name, number);
