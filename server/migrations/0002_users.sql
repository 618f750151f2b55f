-- Users, and how they prove who they are: API keys, passwords, sessions.

create table users (
  account_id       int not null references accounts,
  id               text collate "C" not null check (id ~ '^usr_[0-9A-Za-z]{22}$'),
  user_name        text not null check (length(user_name) between 1 and 254),
  name             text not null check (length(name) between 1 and 200),
  email            text not null check (length(email) between 3 and 254),
  country          text not null check (country ~ '^[A-Z]{2}$'),
  time_zone        text not null,
  description      text,
  message          text,
  tags             jsonb not null default '{}',
  role             text not null check (role in ('owner', 'administrator', 'standard')),
  privileges       text[] not null default '{}',
  disabled         boolean not null default false,
  disabled_message text,
  valid_from       timestamptz,
  expires_at       timestamptz,
  password_hash    text,
  created_at       timestamptz not null default now(),
  modified_at      timestamptz not null default now(),
  last_login_at    timestamptz,
  primary key (account_id, id)
);
create unique index users_one_owner on users (account_id) where role = 'owner';
select guard_account_table('users', 'select, insert, update, delete');

-- Names are unique over the whole platform, whatever their case.
create table directory_users (
  user_name  text primary key check (user_name = lower(user_name)),
  account_id int not null,
  user_id    text collate "C" not null
);
select guard_account_table('directory_users', 'select, insert, update, delete');
select open_to_directory('directory_users');

create table api_keys (
  account_id     int not null,
  id             text collate "C" not null check (id ~ '^key_[0-9A-Za-z]{22}$'),
  user_id        text collate "C" not null,
  name           text not null check (length(name) between 1 and 100),
  secret_hash    bytea not null,
  -- Grows when the key is regenerated: tokens of an older version are dead.
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  last_used_at   timestamptz,
  last_used_from inet,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);
create index api_keys_of_user on api_keys (account_id, user_id);
select guard_account_table('api_keys', 'select, insert, update, delete');

create table sessions (
  account_id    int not null,
  id            text collate "C" not null check (id ~ '^ses_[0-9A-Za-z]{22}$'),
  user_id       text collate "C" not null,
  secret_hash   bytea not null,
  -- The secret before this one: whoever shows it has a stolen or a doubled cookie.
  previous_hash bytea,
  created_at    timestamptz not null default now(),
  refreshed_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);
create index sessions_of_user on sessions (account_id, user_id);
select guard_account_table('sessions', 'select, insert, update, delete');
