-- statement by statement
-- What an attempt took, so that a refused one gives it back. Without defaults, so that no row is written.
alter table notification_attempts add column if not exists budget_lease uuid;
alter table notification_attempts add column if not exists price bigint;
-- Until when a notification waits for a budget lease before it is suppressed.
alter table notifications add column if not exists budget_wait_until timestamptz;
-- The cap of the account that suppressed a notification, as the API names it.
alter table notifications add column if not exists cap text;
