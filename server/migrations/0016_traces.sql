-- Who sends a notification goes on with the trace of the location that caused it. Null where nothing is traced. Without a
-- check, which would read the whole table while nobody can use it.
alter table notifications add column traceparent text;
