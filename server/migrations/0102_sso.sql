-- Single sign-on of an account: its OpenID Connect provider, the domains that it has proven, and the people whom the
-- provider has named.

create table sso_providers (
  account_id      int primary key references accounts,
  -- On the sign-in page.
  name            text not null check (length(name) between 1 and 60),
  issuer          text not null check (length(issuer) between 9 and 500),
  client_id       text not null check (length(client_id) between 1 and 255),
  -- Sealed.
  secret          bytea not null,
  mode            text collate "C" not null check (mode in ('off', 'allowed', 'required')),
  -- Whether people without a user get one at their first sign-in.
  creates_users   boolean not null,
  -- What the users of proven domains keep if single sign-on is required.
  keeps_api_keys  boolean not null,
  -- The claim whose values the roles are looked up by.
  claim           text not null check (length(claim) between 1 and 200),
  roles           jsonb not null,
  version         int not null default 1,
  modified_at     timestamptz not null,
  -- The last complete sign-in with this issuer and client.
  tested_at       timestamptz,
  -- What the last test has found. The provider is not asked again to show it.
  test            jsonb,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure    text check (length(last_failure) <= 300)
);
select guard_account_table('sso_providers', 'select, insert, update, delete');
-- With the domain, before the account is known.
select open_to_directory('sso_providers');
select hide_moving('sso_providers', '{}');

create table sso_domains (
  account_id  int not null references accounts,
  -- In lower case and punycode.
  domain      text collate "C" not null check (length(domain) between 3 and 240),
  -- Of the TXT record. Public once it is in DNS.
  token       text collate "C" not null check (length(token) between 8 and 64),
  added_at    timestamptz not null,
  -- Null: not proven yet.
  verified_at timestamptz,
  checked_at  timestamptz,
  fault       text collate "C" check (fault in ('no_record', 'other_record', 'dns_failed', 'taken')),
  primary key (account_id, domain)
);
-- The account that proves a domain has it: one that was only added keeps it from nobody.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;
select guard_account_table('sso_domains', 'select, insert, update, delete');
-- The sign-in page looks up the domain of a user name before the account is known.
select open_to_directory('sso_domains');
select hide_moving('sso_domains', '{}');

-- A person is an issuer and its subject, and nothing else.
create table sso_identities (
  account_id     int not null,
  issuer         text not null check (length(issuer) <= 500),
  subject        text collate "C" not null check (length(subject) between 1 and 255),
  user_id        text collate "C" not null,
  -- The user was created by a sign-in: role, privileges and groups follow the provider.
  is_provisioned boolean not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  primary key (account_id, issuer, subject),
  unique (account_id, user_id, issuer),
  foreign key (account_id, user_id) references users on delete cascade
);
select guard_account_table('sso_identities', 'select, insert, update, delete');

-- Logout tokens that were accepted, until they have expired: each is accepted once.
create table sso_logouts (
  account_id int not null references accounts,
  jti_hash   bytea not null check (length(jti_hash) = 32),
  expires_at timestamptz not null,
  primary key (account_id, jti_hash)
);
select guard_account_table('sso_logouts', 'select, insert, delete');

-- The session at the provider, for its logout tokens.
alter table sessions add column sso_sid text collate "C" check (length(sso_sid) <= 255);
-- When the user authenticated at the provider, if that was before the session began.
alter table sessions add column authenticated_at timestamptz;
-- The user has just authenticated again at the provider. Spent by one proof.
alter table sessions add column proven_at timestamptz;
create index sessions_of_sid on sessions (account_id, sso_sid) where sso_sid is not null;

alter table sign_in_steps drop constraint sign_in_steps_kind_check;
alter table sign_in_steps add constraint sign_in_steps_kind_check
  check (kind in ('second', 'enrolment', 'passkey', 'registration', 'sso'));

-- Whether the user signs in with the provider only. The owner can always sign in otherwise, with a second factor.
create function is_sso_only(of_account int, of_user text) returns boolean
language sql stable as $$
  select exists (
    select from users u join sso_providers p on p.account_id = u.account_id
    where u.account_id = of_account and u.id = of_user and u.role <> 'owner' and p.mode = 'required'
      and (exists (select from sso_identities i where i.account_id = of_account and i.user_id = of_user)
        or exists (
          select from sso_domains d
          where d.account_id = of_account and d.verified_at is not null
            and d.domain in (lower(split_part(u.email, '@', 2)), lower(split_part(u.user_name, '@', 2))))))
$$;

-- API keys are kept unless the account decided otherwise: programs have no browser.
create function is_key_replaced_by_sso(of_account int, of_user text) returns boolean
language sql stable as $$
  select exists (
      select from sso_providers p
      where p.account_id = of_account and p.mode = 'required' and not p.keeps_api_keys)
    and is_sso_only(of_account, of_user)
$$;
