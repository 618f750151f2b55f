-- When a correction of one of the device's trips was last published: the event has a pace, the log of corrections has none.
alter table trip_states add column corrected_event_at timestamptz;
