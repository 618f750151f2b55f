-- The search text's lower case follows the database's own collation: under "C", which the identifier's column brings in,
-- only the letters A to Z have one, and "Ñandú" is never found by "ñandú".
drop index devices_search;
alter table devices drop column search_text;
alter table devices add column search_text text collate "C" not null generated always as (
  lower((name || ' ' || coalesce(identifier, '') || ' ' || coalesce(phone_number, '')) collate "default")) stored;
create index devices_search on devices (account_id, number) include (search_text);
