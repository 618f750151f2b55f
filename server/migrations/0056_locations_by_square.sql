-- outside a transaction
-- Finds the devices of an account near a point.
call fill_squares();
drop index concurrently if exists newest_locations_by_square;
create index concurrently newest_locations_by_square on newest_locations (account_id, square);
