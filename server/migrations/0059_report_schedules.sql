-- Saved reports, schedules that send reports by e-mail, and the e-mails.

-- The last row of a report, for the text of an e-mail.
alter table report_runs add column totals jsonb;

-- Requests under a name, to be run again.
create table report_definitions (
  account_id  int not null references accounts,
  number      int generated always as identity,
  id          text collate "C" not null check (id ~ '^rdf_[0-9A-Za-z]{22}$'),
  name        text not null check (length(name) between 1 and 200),
  request     jsonb not null,
  -- Null if the user was deleted.
  user_id     text collate "C",
  version     int not null default 1,
  created_at  timestamptz not null,
  modified_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, user_id) references users on delete set null (user_id)
);
create index report_definitions_of_user on report_definitions (account_id, user_id) where user_id is not null;
select guard_account_table('report_definitions', 'select, insert, update, delete');

create table report_schedules (
  account_id     int not null references accounts,
  number         int generated always as identity,
  id             text collate "C" not null check (id ~ '^rsc_[0-9A-Za-z]{22}$'),
  name           text not null check (length(name) between 1 and 200),
  request        jsonb not null,
  formats        text[] not null,
  rhythm         jsonb not null,
  -- As in 07:30, in the time zone of the account.
  time_of_day    text collate "C" not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  period         text collate "C" not null check (period in ('yesterday', 'lastWeek', 'lastMonth')),
  sends_empty    boolean not null,
  enabled        boolean not null,
  -- The user whose privileges and scope it has; null if deleted.
  user_id        text collate "C",
  -- The day of the next report, and the instant in the time zone of the account. Null if it is not enabled.
  next_on        date,
  next_due_at    timestamptz,
  -- Why it was disabled by the server.
  stopped_at     timestamptz,
  stopped_reason text collate "C",
  version        int not null default 1,
  created_at     timestamptz not null,
  modified_at    timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, user_id) references users on delete set null (user_id),
  check (enabled = (next_on is not null) and enabled = (next_due_at is not null))
);
create index report_schedules_of_user on report_schedules (account_id, user_id) where user_id is not null;
-- Read over all accounts.
create index report_schedules_due on report_schedules (next_due_at) where enabled;
select guard_account_table('report_schedules', 'select, insert, update, delete');
select open_to_directory('report_schedules');
select hide_moving('report_schedules', '{}');

-- The instant of the next report depends on the time zone: it is computed again by the next poll.
create function reschedule_reports() returns trigger language plpgsql as $$
begin
  update report_schedules set next_due_at = to_timestamp(0) where account_id = new.account_id and enabled;
  return null;
end $$;
create trigger accounts_reschedule_reports after update of time_zone on accounts for each row
  when (current_user = 'rastro_app' and old.time_zone is distinct from new.time_zone)
  execute function reschedule_reports();

create table report_recipients (
  account_id      int not null,
  schedule_number int not null,
  contact_number  int not null,
  primary key (account_id, schedule_number, contact_number),
  foreign key (account_id, schedule_number) references report_schedules on delete cascade,
  foreign key (account_id, contact_number) references contacts on delete cascade
);
create index report_recipients_of_contact on report_recipients (account_id, contact_number);
select guard_account_table('report_recipients', 'select, insert, delete');

-- One per schedule and day, and one per test. A day occurs once, whatever the clock does.
create table report_schedule_runs (
  account_id      int not null,
  number          bigint generated always as identity,
  id              text collate "C" not null check (id ~ '^rsr_[0-9A-Za-z]{22}$'),
  schedule_number int not null,
  -- Null for a test.
  occurs_on       date,
  -- The user that requested the test.
  tested_by       text collate "C",
  period_from     date not null,
  period_to       date not null,
  -- Report runs, one per format, in the order of the formats.
  report_run_ids  text[] not null default '{}',
  -- running: the files are being written. sending: the e-mails exist.
  state           text collate "C" not null check (state in ('running', 'sending', 'empty', 'failed')),
  reason          text,
  -- While running: when its files are looked at again.
  check_at        timestamptz not null,
  started_at      timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  foreign key (account_id, schedule_number) references report_schedules on delete cascade
);
create unique index report_schedule_runs_once on report_schedule_runs (account_id, schedule_number, occurs_on)
  where occurs_on is not null;
create index report_schedule_runs_of_schedule on report_schedule_runs (account_id, schedule_number, number);
create index report_schedule_runs_running on report_schedule_runs (check_at) where state = 'running';
select guard_account_table('report_schedule_runs', 'select, insert, update, delete');
select open_to_directory('report_schedule_runs');
select hide_moving('report_schedule_runs', '{}');

-- One e-mail to one address.
create table report_emails (
  account_id     int not null,
  number         bigint generated always as identity,
  id             text collate "C" not null check (id ~ '^rem_[0-9A-Za-z]{22}$'),
  run_number     bigint not null,
  -- Null for a test, and if the contact was deleted.
  contact_number int,
  address        text not null,
  state          text collate "C" not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'suppressed')),
  reason         text,
  due_at         timestamptz not null,
  lease_until    timestamptz,
  attempts       int not null default 0,
  -- Attempts after which it may have been sent: only these can lead to a second copy.
  unknown        int not null default 0,
  -- The day that the current attempt counts on.
  counted_on     date,
  sent_at        timestamptz,
  created_at     timestamptz not null,
  primary key (account_id, number),
  unique (account_id, id),
  unique (account_id, run_number, address),
  foreign key (account_id, run_number) references report_schedule_runs on delete cascade,
  foreign key (account_id, contact_number) references contacts on delete set null (contact_number)
);
create index report_emails_of_contact on report_emails (account_id, contact_number) where contact_number is not null;
create index report_emails_due on report_emails (due_at) where state = 'waiting';
create index report_emails_leased on report_emails (lease_until) where state = 'sending';
select guard_account_table('report_emails', 'select, insert, update, delete');
select open_to_directory('report_emails');
select hide_moving('report_emails', '{}');

-- E-mails of reports by local day of the account, and the account's own limit.
create table report_email_days (
  account_id int not null references accounts,
  day        date not null,
  used       int not null check (used >= 0),
  primary key (account_id, day)
);
select guard_account_table('report_email_days', 'select, insert, update, delete');

create table report_email_limits (
  account_id  int primary key references accounts,
  daily_limit int not null check (daily_limit >= 0),
  modified_at timestamptz not null
);
select guard_account_table('report_email_limits', 'select, insert, update, delete');
