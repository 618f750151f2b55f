-- Secrets that open one action for one user, once: choose a password, accept an invitation, confirm an e-mail address.
-- One row per user and kind, so a newer link ends the one before; using a link deletes its row. The link names the
-- account, the rest of it has 256 random bits, so a plain hash is enough.
create table one_time_links (
  account_id  int not null,
  user_id     text collate "C" not null,
  kind        text collate "C" not null check (kind ~ '^[a-z-]{1,40}$'),
  secret_hash bytea not null check (length(secret_hash) = 32),
  -- What the link will do, sealed; null if user and kind say everything.
  payload     bytea,
  -- The user who asked for it; null for the operator and for requests without a session.
  created_by  text collate "C",
  created_at  timestamptz not null,
  expires_at  timestamptz not null check (expires_at > created_at),
  primary key (account_id, user_id, kind),
  foreign key (account_id, user_id) references users on delete cascade
);
create unique index one_time_links_secret on one_time_links (account_id, secret_hash);
select guard_account_table('one_time_links', 'select, insert, update, delete');

-- E-mails about sign-in and identity, until the notifier has sent them. Alerts have a table of their own: these count
-- against no limit of a device or account.
create table identity_mails (
  account_id int not null,
  number     bigint generated always as identity,
  -- Null for an address without a user.
  user_id    text collate "C",
  address    text not null check (length(address) between 3 and 254),
  kind       text collate "C" not null check (kind ~ '^[a-z-]{1,40}$'),
  -- Null: the language of the user.
  language   text check (language in ('en', 'es', 'pt')),
  -- The values of the text, sealed because links are among them. Null once the e-mail has left or failed for good.
  sealed     bytea,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  reason     text,
  attempts   int not null default 0,
  created_at timestamptz not null,
  -- While an e-mail is being sent, this is the end of the lease.
  due_at     timestamptz not null,
  primary key (account_id, number),
  foreign key (account_id, user_id) references users on delete cascade
);
-- The daily limits.
create index identity_mails_of_user on identity_mails (account_id, user_id, created_at);
create index identity_mails_of_address on identity_mails (account_id, address, created_at);
-- The notifier looks for due ones over all accounts.
create index identity_mails_due on identity_mails (due_at) where state = 'waiting';
select guard_account_table('identity_mails', 'select, insert, update, delete');
select open_to_directory('identity_mails');
select hide_moving('identity_mails', '{}');

-- Whether the user has proven to receive e-mail at the address, and the language of e-mails to the user. Without a
-- default, so that no row is written.
alter table users
  add column email_verified_at timestamptz,
  add column language text check (language in ('en', 'es', 'pt'));
