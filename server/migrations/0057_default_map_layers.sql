-- The map that users of an account see until they choose another. Null: that of the operator.
alter table accounts add column map_layer text check (char_length(map_layer) between 1 and 60);
