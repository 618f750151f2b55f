-- statement by statement
-- A cancelled command did not fail. The previous version neither writes this state nor refuses it.
alter table commands drop constraint if exists commands_state_check, add constraint commands_state_check check (state in ('queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled')) not valid;
update commands set state = 'cancelled', reason = null where state = 'failed' and reason = 'cancelled';
alter table commands validate constraint commands_state_check;
