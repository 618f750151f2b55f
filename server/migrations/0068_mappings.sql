-- An ingest key of the kind `mapping` takes any JSON: the expressions with which it is read.
alter table ingest_keys add column mapping jsonb;
alter table ingest_keys add constraint ingest_keys_mapping_check
  check ((mapping is not null) = (protocol = 'mapping')) not valid;
