-- What a device is fitted to: the kind of vehicle, its plate, its driver and a photo.

alter table devices add column vehicle_type text;
alter table devices add column license_plate text;
alter table devices add column driver_name text;
alter table devices add column driver_phone text;

-- A table of its own: lists of devices do not read the pictures. They are compressed already.
create table device_photos (
  account_id    int not null,
  device_number int not null,
  type          text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes         bytea not null check (length(bytes) between 1 and 524288),
  updated_at    timestamptz not null,
  primary key (account_id, device_number),
  foreign key (account_id, device_number) references devices (account_id, number) on delete cascade
);
alter table device_photos alter column bytes set storage external;
select guard_account_table('device_photos', 'select, insert, update, delete');

-- All texts by which a device is found. Plates are also found without their spaces and hyphens. Not a generated column:
-- the whole table would be rewritten.
create function device_texts(search_text text, license_plate text) returns text
language sql immutable parallel safe as $$
  select (search_text || coalesce(' ' || lower(license_plate collate "default") || ' '
    || regexp_replace(lower(license_plate collate "default"), '[^[:alnum:]]', '', 'g'), '')) collate "C"
$$;

-- As before, with the plates.
create or replace function gather_search_texts() returns trigger language plpgsql as $$
declare
  made record;
  tail int;
begin
  for made in select account_id, min(number) as first_number from changed group by account_id loop
    perform from accounts where account_id = made.account_id for no key update;
    select coalesce(max(first_number), 0) into tail from device_search
    where account_id = made.account_id and first_number <= made.first_number;
    perform from device_search where account_id = made.account_id and first_number >= tail
    order by first_number for update;
    with cut as (
      select case part when 0 then tail else min(number) end as first_number, max(number) as last_number,
        string_agg(texts, e'\n') as texts
      from (
        select number, device_texts(search_text, license_plate) as texts,
          (row_number() over (order by number) - 1) / 32 as part
        from devices where account_id = made.account_id and number >= tail) as numbered
      group by part),
    kept as (
      insert into device_search (account_id, first_number, last_number, texts)
      select made.account_id, * from cut
      on conflict (account_id, first_number) do update
        set last_number = excluded.last_number, texts = excluded.texts
      returning first_number)
    delete from device_search
    where account_id = made.account_id and first_number > tail and first_number not in (select first_number from kept);
  end loop;
  return null;
end $$;

create or replace function refresh_search_texts() returns trigger language plpgsql as $$
declare
  head int;
begin
  select first_number into head from device_search
  where account_id = old.account_id and first_number <= old.number
  order by first_number desc limit 1 for update;
  update device_search s set texts = coalesce((
    select string_agg(device_texts(d.search_text, d.license_plate), e'\n') from devices d
    where d.account_id = s.account_id and d.number between s.first_number and s.last_number), '')
  where s.account_id = old.account_id and s.first_number = head;
  return null;
end $$;
create trigger devices_replated after update on devices for each row
  when (old.license_plate is distinct from new.license_plate and old.search_text is not distinct from new.search_text)
  execute function refresh_search_texts();

-- Orders names as people do: without regard to case and accents, and "Van 2" before "Van 10". The first characters are
-- enough, and short enough for the cursor of a list.
create function sort_text(name text) returns text
language sql immutable parallel safe as $$
  select left(regexp_replace(regexp_replace(
    translate(lower(name collate "default"), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),
    '\d+', '00000000\&', 'g'), '0*(\d{9,})(?!\d)', '\1', 'g'), 64) collate "C"
$$;

-- A column, because row-level security compares expressions only after it has read the row. Not a generated one: the
-- whole table would be rewritten. Null only until the next migration has filled it.
alter table devices add column sort_name text collate "C";
create function set_sort_name() returns trigger language plpgsql as $$
begin
  new.sort_name := sort_text(new.name);
  return new;
end $$;
create trigger devices_set_sort_name before insert or update of name on devices
  for each row execute function set_sort_name();

-- Account by account, because the owner role does not bypass row-level security; each is a transaction, so that no lock
-- is held for long.
create procedure fill_sort_names() language plpgsql as $$
declare
  visited int;
begin
  perform set_config('rastro.directory', 'on', false);
  for visited in select account_id from directory_accounts order by account_id loop
    perform set_config('rastro.account', visited::text, false);
    update devices set sort_name = sort_text(name) where account_id = visited and sort_name is null;
    commit;
  end loop;
  perform set_config('rastro.account', '', false);
  perform set_config('rastro.directory', '', false);
end $$;
revoke execute on procedure fill_sort_names from public;
