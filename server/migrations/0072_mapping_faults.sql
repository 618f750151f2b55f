-- What the mapping of an ingest key made of its payloads lately: over MQTT the sender gets no answer.
alter table ingest_keys add column last_readable_at timestamptz;
alter table ingest_keys add column last_fault_at timestamptz;
alter table ingest_keys add column last_fault text;
create index ingest_keys_last_fault_at on ingest_keys (last_fault_at) where last_fault_at is not null;
