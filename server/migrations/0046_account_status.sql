-- The status of an account decides who may use it, and what leaves it. The recorder stores locations in every status.
--   active     everything
--   suspended  the owner and administrators read; messages stop, except SOS for 14 days
--   blocked    nobody
--   closing    the owner may undo the closing or export; SOS only. The account is erased afterwards
alter table accounts
  add column status            text collate "C" not null default 'active'
    check (status in ('active', 'suspended', 'blocked', 'closing')),
  -- For the owner, in the words of the person who changed the status, or a code: `closed_by_holder`, `closing_undone`,
  -- `trial_ended`.
  add column status_reason     text check (length(status_reason) between 1 and 500),
  add column status_changed_at timestamptz,
  -- A user, `operator`, or `trial`.
  add column status_changed_by text collate "C",
  -- The statuses to return to when a block ends or a closing is undone, the latest last.
  add column previous_statuses text[] collate "C" not null default '{}'
    check (previous_statuses <@ array['active', 'suspended', 'blocked', 'closing'] collate "C"),
  add column trial_ends_at     timestamptz,
  -- When the next step of the trial is due: an e-mail 7 days and 1 day before the end, then the end itself.
  add column trial_next_at     timestamptz,
  add constraint accounts_status_explained check (status_changed_at is null
    or (status_reason is not null and status_changed_by is not null)),
  add constraint accounts_status_returns check ((status in ('blocked', 'closing')) = (previous_statuses <> '{}')),
  add constraint accounts_status_changed check (status = 'active' or status_changed_at is not null);

-- Copies for work over all accounts: webhooks that pause, trials that end, counts for the operator.
alter table directory_accounts
  add column status        text collate "C" not null default 'active',
  add column trial_next_at timestamptz;
create index directory_accounts_not_active on directory_accounts (status, account_id) where status <> 'active';
create index directory_accounts_trials on directory_accounts (trial_next_at) where trial_next_at is not null;
grant update (status, trial_next_at) on directory_accounts to rastro_app;

create function copy_account_status() returns trigger language plpgsql as $$
begin
  update directory_accounts set status = new.status, trial_next_at = new.trial_next_at
  where account_id = new.account_id;
  return null;
end $$;
create trigger accounts_copy_status after update of status, trial_next_at on accounts for each row
  when (old.status is distinct from new.status or old.trial_next_at is distinct from new.trial_next_at)
  execute function copy_account_status();
