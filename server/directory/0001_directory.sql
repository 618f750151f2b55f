-- The directory that cells share: which account lives in which cell, and what is all that a comer shows of himself. It
-- has a database of its own, beside no cell's rows. Nothing here opens anything: secrets stand here as hashes, or not at
-- all. The application's role may read the cells, and write down where accounts and their names are.

create table cells (
  -- Device numbers of a cell begin with it, so that they are unique over all cells.
  number            int primary key check (number between 1 and 200),
  -- Where the other cells reach its API and its gateway.
  api_url           text not null check (api_url ~ '^https?://'),
  gateway_host      text not null check (length(gateway_host) between 1 and 253),
  gateway_port      int not null check (gateway_port between 1 and 65535),
  -- Made with the operator's secret, which all cells share: what one sealed another must be able to open.
  secret_mark       bytea not null,
  -- It served alone before it joined, and has device numbers below everybody's range. Only one may.
  has_first_numbers boolean not null default false,
  joined_at         timestamptz not null default now(),
  changed_at        timestamptz not null default now()
);
create unique index cells_first_numbers on cells (has_first_numbers) where has_first_numbers;
grant select on cells to rastro_app;

create sequence account_numbers as int;
grant usage on sequence account_numbers to rastro_app;

create table accounts (
  account_number int primary key,
  public_id      text collate "C" not null unique check (public_id ~ '^acc_[0-9A-Za-z]{22}$'),
  cell           int not null references cells,
  -- While it is on its way: nothing of it is released meanwhile.
  moving_to      int references cells check (moving_to <> cell),
  changed_at     timestamptz not null default now()
);
create index accounts_of_cell on accounts (cell, account_number);
grant select, insert, delete, update (cell, moving_to, changed_at) on accounts to rastro_app;

-- Whatever changes a claim gives it a new stamp: who looked before knows that he looked at another.
create sequence claim_stamps as bigint;
grant usage on sequence claim_stamps to rastro_app;

-- One row for each name that is taken, anywhere. Claimed before the cell commits it, released after it is gone there.
create table names (
  -- user: in lower case. identifier: of a tracker. share: the hash of its secret, in hex. way: what a way in is called.
  kind           text not null check (kind in ('user', 'identifier', 'share', 'way')),
  name           text collate "C" not null check (length(name) between 1 and 300),
  account_number int not null references accounts on delete cascade,
  -- Transactions that are about to take it or to give it up. What a process left behind that died is looked after.
  pending        int not null default 0 check (pending >= 0),
  stamp          bigint not null default nextval('claim_stamps'),
  changed_at     timestamptz not null default now(),
  primary key (kind, name)
);
-- For who compares a cell's claims with what the cell has.
create index names_of_account on names (account_number, kind, name);
-- For who looks after what was left behind.
create index names_pending on names (changed_at) where pending > 0;
grant select, insert, update, delete on names to rastro_app;
