-- Browsers that show notifications (web push), and the key pair of this installation for the push services.

create table push_subscriptions (
  account_id    int not null,
  id            text collate "C" not null check (id ~ '^psh_[0-9A-Za-z]{22}$'),
  user_id       text collate "C" not null,
  -- A subscription ends with the session that created or renewed it: ending the session of a lost phone ends both.
  session_id    text collate "C" not null,
  -- SHA-256: an endpoint is registered once per account.
  endpoint_hash bytea not null check (length(endpoint_hash) = 32),
  -- Endpoint and keys, sealed: together they let others send.
  sealed        bytea not null check (length(sealed) <= 2000),
  -- Host name of the push service.
  service       text collate "C" not null check (length(service) between 1 and 253),
  -- Whether notifications show what happened, or only that something did.
  shows_text    boolean not null,
  created_at    timestamptz not null,
  renewed_at    timestamptz not null,
  -- When the push service last accepted a message.
  accepted_at   timestamptz,
  -- Failures in a row, and until when nothing is sent because of them.
  failures      int not null default 0,
  rests_until   timestamptz,
  -- When the user was reminded that the session ends soon. Null: not since it was used.
  reminded_at   timestamptz,
  primary key (account_id, id),
  constraint push_subscriptions_endpoint unique (account_id, endpoint_hash),
  foreign key (account_id, user_id) references users on delete cascade,
  foreign key (account_id, session_id) references sessions on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (account_id, user_id);
create index push_subscriptions_of_session on push_subscriptions (account_id, session_id);
-- Over all accounts: which push services are in use, and which accounts have browsers.
create index push_subscriptions_by_service on push_subscriptions (service);
select guard_account_table('push_subscriptions', 'select, insert, update, delete');
select open_to_directory('push_subscriptions');

-- One row. Browsers bind their subscriptions to the public key, so it is never replaced.
create table push_keys (
  is_only        boolean primary key default true check (is_only),
  -- The uncompressed point in base64url.
  public_key     text collate "C" not null check (length(public_key) = 87),
  private_sealed bytea not null,
  created_at     timestamptz not null
);
select guard_directory_table('push_keys', 'select, insert');
