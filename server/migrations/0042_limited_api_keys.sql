-- statement by statement
-- API keys that can do less than their user, and what the list of sessions shows.

-- Null in privileges, group_ids and device_id: as the user. Groups and devices are not referenced: a key whose group is
-- deleted must lose it, never gain the others. The previous secret is accepted beside the current one until then.
alter table api_keys
  add column if not exists privileges text[],
  add column if not exists group_ids text[] check (cardinality(group_ids) between 1 and 100),
  add column if not exists device_id text collate "C",
  add column if not exists expires_at timestamptz,
  add column if not exists networks cidr[] check (cardinality(networks) between 1 and 20),
  add column if not exists previous_hash bytea,
  add column if not exists previous_until timestamptz,
  add column if not exists previous_used_at timestamptz;

-- For how many days new API keys may be valid; null: without a limit.
alter table accounts
  add column if not exists api_key_max_days int default 365 check (api_key_max_days between 1 and 3650);

-- How the session began, and where it was last refreshed. The browser and the system are cut from the user agent.
alter table sessions
  add column if not exists method text check (method ~ '^[a-z][A-Za-z]{0,29}$'),
  add column if not exists browser text check (length(browser) <= 40),
  add column if not exists system text check (length(system) <= 40),
  add column if not exists network cidr;
