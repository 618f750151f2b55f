-- Who changed what: append-only, each row sealed to the one before it.

create table audit_log (
  account_id    int not null references accounts,
  number        bigint not null,
  at            timestamptz not null,
  user_id       text collate "C",
  client_id     text collate "C",
  request_id    text collate "C",
  action        text not null,
  target        text collate "C" not null,
  -- json, not jsonb: the text is sealed as it was written.
  before        json,
  after         json,
  previous_hash bytea not null,
  hash          bytea not null,
  primary key (account_id, number)
);
create index audit_log_of_target on audit_log (account_id, target, number);
select guard_account_table('audit_log', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- The last row of each account: locking it puts an account's changes in order.
create table audit_heads (
  account_id int primary key references accounts,
  number     bigint not null,
  hash       bytea not null
);
select guard_account_table('audit_heads', 'select, insert, update');

-- Answers to POSTs that carried an Idempotency-Key, sealed, for a day.
create table idempotency_keys (
  account_id  int not null references accounts,
  user_id     text collate "C" not null,
  key         text collate "C" not null,
  request     bytea not null,
  answer      bytea,
  created_at  timestamptz not null,
  primary key (account_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (account_id, created_at);
select guard_account_table('idempotency_keys', 'select, insert, update, delete');
