-- Requests for a new password. The route writes one row, whether or not the name exists: same statement, same answer.
-- The notifier looks the name up later. Names are sealed, because people type passwords into the wrong field; the
-- network is a keyed hash, for its limit. Rows are kept for an hour.
create table reset_requests (
  number       bigint generated always as identity primary key,
  -- Name and language; null once the notifier has decided.
  sealed       bytea,
  network_hash bytea not null check (length(network_hash) = 32),
  -- Received from another cell: not forwarded again.
  is_forwarded boolean not null default false,
  created_at   timestamptz not null,
  -- While a notifier decides, this is the end of its lease.
  due_at       timestamptz not null
);
create index reset_requests_of_network on reset_requests (network_hash, created_at);
create index reset_requests_due on reset_requests (due_at) where sealed is not null;
create index reset_requests_age on reset_requests (created_at);
select guard_directory_table('reset_requests', 'select, insert, update, delete');

-- Since when the password of a user opens nothing, because of too many failures in a row; null if it does. A new
-- password ends it.
alter table users add column password_locked_at timestamptz;
