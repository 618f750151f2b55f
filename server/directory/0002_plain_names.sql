-- Renames the kind of name that an ingest key reserves, and the sequence behind reservations.
alter table names drop constraint names_kind_check;
update names set kind = 'ingest_key', name = 'ing_' || substr(name, 5) where kind = 'way';
alter table names add constraint names_kind_check check (kind in ('user', 'identifier', 'share', 'ingest_key'));
alter sequence claim_stamps rename to reservation_stamps;
