-- Lost second factors.

-- After a reset the password alone does not enrol a new factor: the user opens the link of the e-mail.
create table second_factor_resets (
  account_id int not null,
  user_id    text collate "C" not null,
  reset_at   timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade
);
select guard_account_table('second_factor_resets', 'select, insert, update, delete');

-- Recoveries started by the operator. They take effect after a delay in which the user and all administrators are
-- notified, and each of them can stop it.
create table factor_recoveries (
  account_id  int not null,
  id          text collate "C" not null check (id ~ '^rcv_[0-9A-Za-z]{22}$'),
  user_id     text collate "C" not null,
  started_at  timestamptz not null,
  due_at      timestamptz not null,
  -- How many of the e-mails were queued: at once, after 24 h, after 48 h.
  notices     int not null default 0,
  stopped_at  timestamptz,
  stopped_by  text collate "C",
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);
create unique index factor_recoveries_running on factor_recoveries (account_id, user_id)
  where stopped_at is null and finished_at is null;
select guard_account_table('factor_recoveries', 'select, insert, update');

-- Due recoveries of all accounts: the notifier finds the account here, and reads the recovery inside the account.
create table factor_recovery_timers (
  account_id int not null,
  id         text collate "C" not null,
  due_at     timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references factor_recoveries on delete cascade
);
create index factor_recovery_timers_due on factor_recovery_timers (due_at);
select guard_account_table('factor_recovery_timers', 'select, insert, update, delete');
select open_to_directory('factor_recovery_timers');
select hide_moving('factor_recovery_timers', '{}');
