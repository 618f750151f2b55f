-- outside a transaction
-- The policies of 0050, on the tables that were there before.
call open_all_to_eraser();
