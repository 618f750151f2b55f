-- Domains that accounts have proven for single sign-on.
alter table names drop constraint names_kind_check;
alter table names add constraint names_kind_check
  check (kind in ('user', 'identifier', 'share', 'ingest_key', 'domain'));
