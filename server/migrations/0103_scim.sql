-- SCIM 2.0: a provider keeps users and groups of an account.

-- Shown once, stored as a hash.
create table scim_keys (
  account_id   int not null references accounts,
  id           text collate "C" not null check (id ~ '^scm_[0-9A-Za-z]{22}$'),
  name         text not null check (length(name) between 1 and 100),
  secret_hash  bytea not null check (length(secret_hash) = 32),
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id)
);
select guard_account_table('scim_keys', 'select, insert, update, delete');

-- Users that the provider keeps: role, privileges and groups follow from its groups.
create table scim_users (
  account_id  int not null,
  user_id     text collate "C" not null,
  external_id text collate "C" check (length(external_id) between 1 and 255),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade
);
create unique index scim_users_external on scim_users (account_id, external_id) where external_id is not null;
select guard_account_table('scim_users', 'select, insert, update, delete');

create table scim_groups (
  account_id   int not null references accounts,
  id           text collate "C" not null check (id ~ '^scg_[0-9A-Za-z]{22}$'),
  display_name text not null check (length(display_name) between 1 and 254),
  external_id  text collate "C" check (length(external_id) between 1 and 255),
  created_at   timestamptz not null,
  modified_at  timestamptz not null,
  primary key (account_id, id)
);
create unique index scim_groups_name on scim_groups (account_id, lower(display_name));
select guard_account_table('scim_groups', 'select, insert, update, delete');

create table scim_group_members (
  account_id int not null,
  group_id   text collate "C" not null,
  user_id    text collate "C" not null,
  primary key (account_id, group_id, user_id),
  foreign key (account_id, group_id) references scim_groups on delete cascade,
  foreign key (account_id, user_id) references scim_users on delete cascade
);
create index scim_group_members_of_user on scim_group_members (account_id, user_id);
select guard_account_table('scim_group_members', 'select, insert, delete');
