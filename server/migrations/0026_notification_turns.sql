-- outside a transaction
-- Accounts take turns at sending while more is due than one poll takes.
drop index concurrently if exists notifications_due_by_account;
create index concurrently notifications_due_by_account on notifications (channel, urgent, account_id, due_at, number)
  where state = 'waiting';
