-- statement by statement
-- 'default', 'none' or the id of a policy.
alter table alert_rules add column if not exists escalation text collate "C" not null default 'default';

-- A repeated round sends the notification of the contact again: `attempts_before` were made in earlier rounds.
alter table notifications add column if not exists is_escalated boolean not null default false, add column if not exists attempts_before int not null default 0;

create or replace trigger alerts_end_escalation after update on alerts for each row
  when ((old.acknowledged_at is null and new.acknowledged_at is not null)
    or (old.resolved_at is null and new.resolved_at is not null)
    or (old.withdrawn_at is null and new.withdrawn_at is not null))
  execute function end_escalation();

create or replace trigger notifications_settle_escalation after update of state on notifications for each row
  when (new.is_escalated and new.state is distinct from old.state and new.state in ('sent', 'failed', 'suppressed'))
  execute function settle_escalation_notices();
