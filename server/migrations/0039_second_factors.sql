-- Second factors: authenticator apps, recovery codes, the step between the password and the second factor, and the
-- policy of an account.

-- The authenticator app of a user. A new one replaces the confirmed one only after a right code.
create table totp (
  account_id    int not null,
  user_id       text collate "C" not null,
  -- Sealed.
  secret        bytea,
  confirmed_at  timestamptz,
  -- The last accepted step of 30 s: a code is accepted once.
  last_step     bigint not null default 0,
  pending       bytea,
  pending_at    timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending is null) = (pending_at is null))
);
select guard_account_table('totp', 'select, insert, update, delete');

-- Each code is accepted once. 120 random bits need no slow hash.
create table recovery_codes (
  account_id int not null,
  user_id    text collate "C" not null,
  code_hash  bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users on delete cascade
);
select guard_account_table('recovery_codes', 'select, insert, update, delete');

-- A sign-in that is not finished, or a challenge for a passkey. Rows are deleted after they expire.
create table sign_in_steps (
  account_id  int not null,
  id          text collate "C" not null check (id ~ '^stp_[0-9A-Za-z]{22}$'),
  user_id     text collate "C" not null,
  kind        text not null check (kind in ('second', 'enrolment', 'passkey', 'registration')),
  -- Of the secret in the cookie, or of the challenge.
  secret_hash bytea not null check (length(secret_hash) = 32),
  network     text not null,
  tries       int not null default 0,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (account_id, id),
  -- A challenge is accepted once.
  unique (account_id, secret_hash),
  foreign key (account_id, user_id) references users on delete cascade
);
create index sign_in_steps_of_user on sign_in_steps (account_id, user_id, expires_at);
select guard_account_table('sign_in_steps', 'select, insert, update, delete');

-- Who needs a second factor. Without a row the default of the installation applies.
create table sign_in_policies (
  account_id    int primary key,
  second_factor text not null check (second_factor in ('off', 'administrators', 'all')),
  modified_at   timestamptz not null
);
-- Existing accounts decide for themselves; an upgrade locks nobody out.
insert into sign_in_policies (account_id, second_factor, modified_at) select account_id, 'off', now() from accounts;
select guard_account_table('sign_in_policies', 'select, insert, update');

-- How the user authenticated (RFC 8176), for the claim of refreshed tokens.
alter table sessions add column amr text[] not null default '{pwd}';
