-- Ways in: the secrets with which satellite operators and phones bring an account's locations over HTTP, and how far a
-- device's newest location can be trusted.

create table ways_in (
  account_id   int not null references accounts,
  -- Unique over the platform: whoever shows a secret says no account. It stands in the secret.
  id           text collate "C" not null unique check (id ~ '^way_[0-9A-Za-z]{22}$'),
  protocol     text not null check (length(protocol) between 1 and 40),
  name         text not null check (length(name) between 1 and 100),
  secret_hash  bytea not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id)
);
select guard_account_table('ways_in', 'select, insert, update, delete');
select open_to_directory('ways_in');

-- How whoever brought the newest location proved that he may. Written with the location, so that it costs no write.
alter table newest_locations
  add column trust text check (trust in ('secret', 'network', 'identifier'));
