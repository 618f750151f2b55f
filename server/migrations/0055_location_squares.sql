-- Which devices are near a point. The earth is divided into squares of 0.0131072 degrees, and each row has the number of
-- the square that it is in. The bits of row and column alternate, so that any larger square, of two by two of the next
-- smaller ones, is a range of numbers. A column, because row-level security uses an index for comparisons of whole
-- numbers, and not for those of PostGIS. The number seldom changes, so that most updates stay in the page.

-- Each byte has the four bits of its index at the even places.
create function square_of(latitude int, longitude int) returns int
language sql immutable parallel safe as $$
  select get_byte('\x00010405101114154041444550515455', ((longitude >> 17) + 13734) & 15)
    | (get_byte('\x00010405101114154041444550515455', (((longitude >> 17) + 13734) >> 4) & 15) << 8)
    | (get_byte('\x00010405101114154041444550515455', (((longitude >> 17) + 13734) >> 8) & 15) << 16)
    | (get_byte('\x00010405101114154041444550515455', ((longitude >> 17) + 13734) >> 12) << 24)
    | (get_byte('\x00010405101114154041444550515455', ((latitude >> 17) + 6867) & 15) << 1)
    | (get_byte('\x00010405101114154041444550515455', (((latitude >> 17) + 6867) >> 4) & 15) << 9)
    | (get_byte('\x00010405101114154041444550515455', (((latitude >> 17) + 6867) >> 8) & 15) << 17)
    | (get_byte('\x00010405101114154041444550515455', ((latitude >> 17) + 6867) >> 12) << 25)
$$;

-- Not a generated column: the whole table would be rewritten. Null only until the next migration has filled it.
alter table newest_locations add column square int;

-- The recorder writes the number itself. These are for the one of the previous release, which does not.
create function set_square() returns trigger language plpgsql as $$
begin
  new.square := square_of(new.latitude, new.longitude);
  return new;
end $$;
create trigger newest_locations_inserted before insert on newest_locations
  for each row when (new.square is null) execute function set_square();
create trigger newest_locations_moved before update on newest_locations
  for each row when (new.square is null or new.square = old.square
    and (new.latitude >> 17 <> old.latitude >> 17 or new.longitude >> 17 <> old.longitude >> 17))
  execute function set_square();

-- In short transactions, and without waiting for the recorder: the rows that it writes at the moment get their number
-- from it, or from the trigger.
create procedure fill_squares() language plpgsql as $$
declare
  after record;
  last record;
begin
  select 0 as account_id, 0 as device_number into after;
  loop
    select account_id, device_number into last from (
      select account_id, device_number from newest_locations
      where (account_id, device_number) > (after.account_id, after.device_number)
      order by account_id, device_number limit 1000) as batch
    order by account_id desc, device_number desc limit 1;
    exit when not found;
    update newest_locations n set square = square_of(n.latitude, n.longitude)
    from (
      select account_id, device_number from newest_locations
      where (account_id, device_number) > (after.account_id, after.device_number)
        and (account_id, device_number) <= (last.account_id, last.device_number) and square is null
      for no key update skip locked) as batch
    where n.account_id = batch.account_id and n.device_number = batch.device_number;
    commit;
    after := last;
  end loop;
end $$;
revoke execute on procedure fill_squares from public;
