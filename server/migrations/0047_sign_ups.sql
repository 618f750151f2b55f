-- People who want an account, until they confirm their e-mail address. No account exists before that, so the table
-- belongs to none. Every request writes the same row, whether the address is known or not; the notifier decides later
-- which e-mail it gets.
create table sign_ups (
  number       bigint generated always as identity primary key,
  -- The solved challenge: it is accepted once.
  challenge    text collate "C" not null unique,
  -- Address and names, sealed.
  sealed       bytea not null,
  -- Of the link in the e-mail; 256 random bits, so a plain hash is enough. Null until it is sent, and for known users.
  secret_hash  bytea unique check (length(secret_hash) = 32),
  mailed_at    timestamptz,
  confirmed_at timestamptz,
  created_at   timestamptz not null,
  expires_at   timestamptz not null
);
create index sign_ups_waiting on sign_ups (number) where mailed_at is null;
create index sign_ups_expiry on sign_ups (expires_at);
select guard_directory_table('sign_ups', 'select, insert, update, delete');

-- Both run inside the transaction of an account, and see this one table besides: an e-mail is queued, or an account
-- created, if and only if the sign-up is marked. Each succeeds once. The scope is set for one statement only.
create function mark_sign_up_mailed(sign_up bigint, secret bytea, at timestamptz) returns boolean
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
  is_marked boolean;
begin
  perform set_config('rastro.directory', 'on', true);
  update sign_ups set mailed_at = at, secret_hash = secret where number = sign_up and mailed_at is null;
  is_marked := found;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return is_marked;
end $$;
create function mark_sign_up_confirmed(secret bytea, at timestamptz) returns boolean
language plpgsql as $$
declare
  scope text := current_setting('rastro.directory', true);
  is_marked boolean;
begin
  perform set_config('rastro.directory', 'on', true);
  update sign_ups set confirmed_at = at
  where secret_hash = secret and confirmed_at is null and expires_at > at;
  is_marked := found;
  perform set_config('rastro.directory', coalesce(scope, ''), true);
  return is_marked;
end $$;
revoke execute on function mark_sign_up_mailed, mark_sign_up_confirmed from public;
grant execute on function mark_sign_up_mailed, mark_sign_up_confirmed to rastro_app;
