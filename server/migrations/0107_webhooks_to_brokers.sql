-- Webhooks may publish to a broker, which asks for a user.

alter table webhooks
  add user_name text check (length(user_name) between 1 and 200),
  -- Encrypted.
  add password bytea;
