-- Usage, prices and the health of processes. With several cells the tables of the shared directory are used instead of
-- these.

-- Closed days as the cells report them. A day belongs to the place in the tree that the account had then.
create table node_usage_days (
  account_number   int not null,
  day              date not null,
  -- Its public id. Its name goes when it is erased.
  account          text collate "C" not null,
  path             text collate "C" not null,
  ends_at          timestamptz not null,
  licenses_peak    int not null,
  licenses_granted int not null,
  emails           bigint not null,
  sms              bigint not null,
  sms_prefixes     jsonb not null,
  api_units        bigint not null,
  locations        bigint not null,
  closed_at        timestamptz not null,
  -- The people of the reseller know of it, by an event.
  is_emitted     boolean not null,
  primary key (account_number, day)
);
create unique index node_usage_days_by_path on node_usage_days (path, day);
create index node_usage_days_pending on node_usage_days (path, day) where not is_emitted;
alter table node_usage_days enable row level security;
alter table node_usage_days force row level security;
create policy of_directory on node_usage_days using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on node_usage_days for select using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update (is_emitted) on node_usage_days to rastro_app;

-- What the nodes directly below a node pay it. Only that node reads them: neither those below, nor those above.
create table price_lists (
  number      int generated always as identity primary key,
  id          text collate "C" not null unique check (id ~ '^prl_[0-9A-Za-z]{22}$'),
  path        text collate "C" not null,
  name        text not null check (length(name) between 1 and 200),
  currency    text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- In millionths of the currency.
  prices      jsonb not null,
  created_at  timestamptz not null,
  modified_at timestamptz not null
);
create index price_lists_by_path on price_lists (path, number);
alter table price_lists enable row level security;
alter table price_lists force row level security;
create policy of_directory on price_lists using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on price_lists using (path = (select nullif(current_setting('rastro.reseller', true), '')));
grant select, insert, update, delete on price_lists to rastro_app;

create table node_prices (
  node       int not null references nodes on delete cascade,
  -- Of the node above, whose list it is.
  path       text collate "C" not null,
  price_list int not null references price_lists,
  primary key (path, node)
);
create index node_prices_by_node on node_prices (node);
create index node_prices_by_list on node_prices (price_list);
alter table node_prices enable row level security;
alter table node_prices force row level security;
create policy of_directory on node_prices using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on node_prices using (path = (select nullif(current_setting('rastro.reseller', true), '')));
grant select, insert, update, delete on node_prices to rastro_app;

-- More of what cells report of an account.
alter table nodes
  add column emails_today  bigint,
  add column sms_today     bigint,
  add column emails_cap    bigint,
  add column sms_cap       bigint,
  add column trial_ends_at timestamptz;
create index nodes_by_trial on nodes (trial_ends_at) where trial_ends_at is not null;

-- Each process writes one row every 10 seconds, so that operators see the installation without other tools.
create table process_reports (
  id            uuid primary key,
  cell          int not null,
  role          text collate "C" not null,
  version       text not null,
  host          text not null,
  started_at    timestamptz not null,
  reported_at   timestamptz not null,
  -- The names of dependencies that do not respond.
  unavailable   text[] not null,
  event_loop_ms float8 not null,
  memory_bytes  bigint not null,
  -- What the role knows of the whole cell, such as the lag of the log.
  measures      jsonb not null
);
create index process_reports_by_time on process_reports (reported_at);
alter table process_reports enable row level security;
alter table process_reports force row level security;
create policy of_directory on process_reports using ((select current_setting('rastro.directory', true) = 'on'));
grant select, insert, update, delete on process_reports to rastro_app;

-- What the doctor found in a cell in its last nightly run.
create table doctor_runs (
  cell     int primary key,
  run_at   timestamptz not null,
  findings jsonb not null
);
alter table doctor_runs enable row level security;
alter table doctor_runs force row level security;
create policy of_directory on doctor_runs using ((select current_setting('rastro.directory', true) = 'on'));
grant select, insert, update on doctor_runs to rastro_app;

-- The newest backup of a cell that was verified.
create table backup_runs (
  cell     int primary key,
  taken_at timestamptz not null
);
alter table backup_runs enable row level security;
alter table backup_runs force row level security;
create policy of_directory on backup_runs using ((select current_setting('rastro.directory', true) = 'on'));
grant select, insert, update on backup_runs to rastro_app;
