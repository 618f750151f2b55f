-- Accounts on their way from one cell to another: nobody writes to them where they are not at home, whatever he believes.

create table moves (
  account_id int primary key,
  -- arriving: being copied to here. closing: no new work is begun. frozen: no writes, but what tells of earlier ones.
  -- sealed: no writes at all. gone: it lives in the other cell; what is left here is old.
  state      text not null check (state in ('arriving', 'closing', 'frozen', 'sealed', 'gone')),
  -- Where it comes from, or goes to.
  cell       int not null,
  at         timestamptz not null default now()
);
select guard_account_table('moves', 'select');
select open_to_directory('moves');
select open_to_recorder('moves', 'select');

-- Locations of accounts on their way, until they can be told to whoever has the account.
create table held_locations (
  number     bigint generated always as identity primary key,
  account_id int not null,
  at         timestamptz not null default now(),
  payload    bytea not null,
  digest     bytea not null generated always as (sha256(payload)) stored,
  -- A batch that comes again is held once.
  unique (account_id, digest)
);
select guard_account_table('held_locations', 'select');
select open_to_directory('held_locations');
create policy of_keeper on held_locations for delete
  using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_holder on held_locations for all
  using ((select current_setting('rastro.recorder', true) = 'on'));
grant insert, update, delete on held_locations to rastro_app;
grant usage on sequence held_locations_number_seq to rastro_app;

-- A code of our own: whoever is refused by it can tell it from every other refusal.
create function refuse_moving() returns boolean language plpgsql as $$
begin
  raise exception 'the account is being moved to another cell' using errcode = 'RM001';
end $$;

-- Restrictive, so that no other policy opens what these close. The subselect is run once per statement. Only for the
-- application role: whoever moves the account, and whoever keeps the tables, must write. What tells of changes (news,
-- webhooks) is closed a step later than what makes them. It may be called again: a run that was cut off begins anew.
create function fence_account_table(fenced regclass, open_states text[]) returns void
language plpgsql as $$
declare
  stays text := format(
    'account_id <> all (array(select m.account_id from moves m where m.state <> all (%L::text[]))) or refuse_moving()',
    open_states);
begin
  execute format('drop policy if exists fence_insert on %s', fenced);
  execute format('drop policy if exists fence_update on %s', fenced);
  execute format('drop policy if exists fence_delete on %s', fenced);
  execute format('create policy fence_insert on %s as restrictive for insert to rastro_app with check (%s)', fenced, stays);
  execute format('create policy fence_update on %s as restrictive for update to rastro_app using (true) with check (%s)',
    fenced, stays);
  execute format('create policy fence_delete on %s as restrictive for delete to rastro_app using (%s)', fenced, stays);
end $$;

-- Who looks for due work over all accounts does not see that of accounts on their way. The account itself sees it.
create function hide_moving(hidden regclass, shown_states text[]) returns void
language plpgsql as $$
begin
  execute format('drop policy if exists hide_moving on %s', hidden);
  execute format($policy$
    create policy hide_moving on %s as restrictive for select to rastro_app
    using (account_id <> all (array(select m.account_id from moves m where m.state <> all (%L::text[])))
      or account_id = (select nullif(current_setting('rastro.account', true), '')::int))$policy$, hidden, shown_states);
end $$;

-- As before, and fenced. Partitions are written through their parent only.
create or replace function guard_account_table(guarded regclass, grants text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  -- A subselect is run once per statement and lets the index on account_id be used.
  execute format($policy$
    create policy of_account on %s
    using (account_id = (select nullif(current_setting('rastro.account', true), '')::int))$policy$, guarded);
  execute format('grant %s on %s to rastro_app', grants, guarded);
  if grants <> 'select' then
    perform fence_account_table(guarded, '{closing}');
  end if;
end $$;
-- Who comes and says no more than a name is sent to where the account lives. Recorders still know whose a tracker is.
create function hide_elsewhere(hidden regclass) returns void
language plpgsql as $$
begin
  execute format('drop policy if exists hide_elsewhere on %s', hidden);
  execute format($policy$
    create policy hide_elsewhere on %s as restrictive for select to rastro_app
    using (account_id <> all (array(select m.account_id from moves m where m.state in ('arriving', 'gone')))
      or account_id = (select nullif(current_setting('rastro.account', true), '')::int)
      or (select current_setting('rastro.recorder', true) = 'on'))$policy$, hidden);
end $$;

-- What is moved is copied by logical replication, filtered by account: the row that was must be known where the account
-- is not part of the key. Written to the log only under wal_level = logical, and by updates and deletes alone.
create function log_whole_rows(logged regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s replica identity full', logged);
end $$;
revoke execute on function fence_account_table, hide_moving, hide_elsewhere, log_whole_rows from public;

create or replace function create_location_partition(name text, parent text, bounds text, split text) returns void
language plpgsql as $$
begin
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I partition of %I %s %s', name, parent, bounds, split);
  perform log_whole_rows(name::regclass);
  perform guard_account_table(name::regclass, 'select');
  perform open_to_recorder(name::regclass);
end $$;
