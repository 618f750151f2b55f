-- Passkeys: public keys of authenticators. A passkey belongs to one host and replaces password and code.
create table passkeys (
  account_id    int not null,
  id            text collate "C" not null check (id ~ '^psk_[0-9A-Za-z]{22}$'),
  user_id       text collate "C" not null,
  -- base64url, as browsers send it.
  credential_id text collate "C" not null check (length(credential_id) between 1 and 1400),
  public_key    bytea not null,
  -- COSE: ES256, EdDSA, RS256.
  algorithm     int not null check (algorithm in (-7, -8, -257)),
  -- Some authenticators count their signatures: a counter that goes back means a copy.
  counter       bigint not null,
  -- The relying party id.
  host          text not null,
  name          text not null check (length(name) between 1 and 100),
  -- Synced by its provider to other devices of the user.
  synced        boolean not null,
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (account_id, id),
  unique (account_id, credential_id),
  foreign key (account_id, user_id) references users on delete cascade
);
create index passkeys_of_user on passkeys (account_id, user_id, created_at);
select guard_account_table('passkeys', 'select, insert, update, delete');
