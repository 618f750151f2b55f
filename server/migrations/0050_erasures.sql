-- Erasure of closed accounts, by a role that can do nothing else. rastro_eraser sees and deletes, by policy, rows of one
-- account at a time (rastro.account), and only if the erasure of that account is due and the account is not being moved.

do $$
begin
  if not exists (select from pg_roles where rolname = 'rastro_eraser') then
    raise exception 'the role rastro_eraser does not exist: run deploy/postgresql/create-database again, or see docs/upgrade.md';
  end if;
end $$;

-- Accounts that are being closed. The row is the last one of the account that is deleted.
create table erasures (
  account_id   int primary key,
  requested_at timestamptz not null,
  -- A user, `operator`, or `restore` for an account that a backup brought back.
  requested_by text collate "C" not null,
  -- Until then the closing can be undone.
  due_at       timestamptz not null,
  -- From then on it cannot.
  started_at   timestamptz,
  -- Its credentials are deleted. Processes may remember the account for a while after.
  revoked_at   timestamptz,
  -- The next step; every step can be repeated.
  step         text collate "C" not null default 'begin',
  -- Not before: a wait between two steps.
  next_at      timestamptz,
  -- Noted before their rows are deleted.
  devices      int[] not null default '{}',
  identifiers  text[] not null default '{}',
  -- For the statement: deleted rows by table, messages by stream, files, and the sealed address that it is sent to.
  rows         jsonb not null default '{}',
  messages     jsonb not null default '{}',
  files        int not null default 0,
  recipient    bytea,
  attempts     int not null default 0,
  -- When the owner got the e-mail shortly before the erasure.
  reminded_at  timestamptz
);
create index erasures_due on erasures (due_at);
select guard_account_table('erasures', 'select, insert, delete');
select open_to_directory('erasures');
select hide_moving('erasures', '{}');
grant update (reminded_at) on erasures to rastro_app;

-- The application cannot shorten the grace period, whatever it believes, and cannot undo an erasure that has begun.
create function require_grace() returns trigger language plpgsql as $$
begin
  if current_user = 'rastro_app' and (new.started_at is not null or new.due_at < now() + interval '6 days 23 hours') then
    raise exception 'an account is erased 7 days after it was closed, at the earliest';
  end if;
  return new;
end $$;
create trigger erasures_grace before insert on erasures for each row execute function require_grace();
create policy undo_before_start on erasures as restrictive for delete to rastro_app using (started_at is null);

-- Tombstones: numbers of erased accounts. Every restore erases them again. No account_id: they stay.
create table erased (
  number    int primary key,
  erased_at timestamptz not null,
  -- What was deleted, signed. Absent while the erasure is not finished.
  statement json
);
select guard_directory_table('erased', 'select');

grant select, insert, delete, update (started_at, revoked_at, step, next_at, devices, identifiers, rows, messages, files,
  recipient, attempts) on erasures to rastro_eraser;
create policy of_eraser on erasures as restrictive to rastro_eraser using (due_at <= now());
-- An erasure without a closing: only of an account that was erased before.
create policy erased_again on erasures as restrictive for insert to rastro_eraser
  with check (account_id in (select e.number from erased e));
grant select, insert, update (statement) on erased to rastro_eraser;
create policy of_eraser on erased as restrictive to rastro_eraser
  using (number = (select nullif(current_setting('rastro.account', true), '')::int))
  with check (number in (select e.account_id from erasures e where e.due_at <= now()));
grant select on moves to rastro_eraser;
-- Processes forget the identifiers of trackers.
grant insert on directory_changes to rastro_eraser;

-- Restrictive, so that no other policy opens what this one closes.
create function open_to_eraser(opened regclass) returns void
language plpgsql as $$
begin
  execute format('drop policy if exists of_eraser on %s', opened);
  execute format($policy$
    create policy of_eraser on %s as restrictive to rastro_eraser
    using (account_id = any (array(select e.account_id from erasures e where e.due_at <= now()))
      and account_id <> all (array(select m.account_id from moves m)))$policy$, opened);
  execute format('grant select, delete on %s to rastro_eraser', opened);
end $$;

-- As in 0017, and open to the eraser. Partitions are read and deleted from through their parent.
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
  if not (select relispartition from pg_class where oid = guarded) then
    perform open_to_eraser(guarded);
  end if;
end $$;

-- All account tables made before, one transaction each. A statement that waits for a lock blocks those behind it, so it
-- waits briefly, and tries again.
create procedure open_all_to_eraser() language plpgsql as $$
declare
  opened regclass;
  is_open boolean;
begin
  for opened in
    select c.oid::regclass from pg_class c join pg_policy p on p.polrelid = c.oid and p.polname = 'of_account'
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname not in ('erasures', 'moves')
    order by c.relname
  loop
    for attempt in 1..600 loop
      perform set_config('lock_timeout', '500ms', true);
      begin
        perform open_to_eraser(opened);
        is_open := true;
      exception when lock_not_available then
        is_open := false;
      end;
      commit;
      exit when is_open;
      perform pg_sleep(0.2);
    end loop;
    if not is_open then
      raise exception 'table % stays locked by a long transaction', opened;
    end if;
  end loop;
end $$;
revoke execute on function open_to_eraser from public;
revoke execute on procedure open_all_to_eraser from public;

-- The policies limit the eraser to accounts whose erasure is due.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_user = 'rastro_eraser' and tg_op = 'DELETE' then
    return null;
  end if;
  raise exception 'the audit log is append-only';
end $$;

-- Triggers that note deletions for others: of an erased account nothing is noted.
create or replace function note_rulebook_change() returns trigger language plpgsql as $$
begin
  if current_user <> 'rastro_eraser' then
    insert into rulebook_changes (account_id) select distinct account_id from changed;
  end if;
  return null;
end $$;

create or replace function emit_device_events() returns trigger language plpgsql as $$
begin
  if current_user = 'rastro_eraser' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into outbox (account_id, type, at, device_number, device_id, data)
    select n.account_id, 'device.changed', n.modified_at, n.number, n.id,
      json_build_object('name', n.name, 'version', n.version)
    from changed n join before o on o.account_id = n.account_id and o.number = n.number
    where o.version <> n.version;
  else
    insert into outbox (account_id, type, at, device_number, device_id, data)
    select c.account_id, case tg_op when 'INSERT' then 'device.created' else 'device.deleted' end, now(), c.number, c.id,
      json_build_object('name', c.name, 'version', c.version)
    from changed c;
  end if;
  return null;
end $$;

create or replace function refresh_search_texts() returns trigger language plpgsql as $$
declare
  head int;
begin
  if current_user = 'rastro_eraser' then
    return null;
  end if;
  select first_number into head from device_search
  where account_id = old.account_id and first_number <= old.number
  order by first_number desc limit 1 for update;
  update device_search s set texts = coalesce((
    select string_agg(device_texts(d.search_text, d.license_plate), e'\n') from devices d
    where d.account_id = s.account_id and d.number between s.first_number and s.last_number), '')
  where s.account_id = old.account_id and s.first_number = head;
  return null;
end $$;
