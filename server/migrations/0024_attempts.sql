-- Attempts to sign in that are not judged yet count like failures, so that parallel guesses gain nothing.

alter table throttles
  add column reserved    int not null default 0,
  add column reserved_at timestamptz not null default 'epoch';

-- Reserves an attempt for all four subjects, or for none of them. `wait_ms` is set while the caller has to wait because
-- of failures, `is_busy` while as many attempts as allowed are not judged yet. A reservation counts for 30 seconds: that
-- of a process that died must not block a name.
create function reserve_attempt(
  name_subject text, address_subject text, pair_subject text, overall_subject text,
  per_name int, per_address int, per_minute int, at timestamptz,
  out wait_ms bigint, out is_busy boolean, out is_known boolean
)
language plpgsql as $$
declare
  subjects constant text[] := array[name_subject, address_subject, pair_subject, overall_subject];
  checked text[];
begin
  -- Losing the last counts in a crash of the server is harmless, and nobody should wait for the disk here.
  perform set_config('synchronous_commit', 'off', true);
  -- First without locks, so that attempts that have to wait write nothing.
  for pass in 1..2 loop
    if pass = 2 then
      insert into throttles (subject, last_failure_at, free_at)
      select subject, at, 'epoch' from unnest(subjects) as subject order by subject
      on conflict do nothing;
      perform from throttles where subject = any(subjects) order by subject for update;
    end if;
    is_known := exists (select from throttles where subject = pair_subject and last_success_at is not null);
    -- Guessing must not lock out the owner: from an address with an earlier success, only failures from there count.
    checked := array[address_subject, case when is_known then pair_subject else name_subject end];
    -- Under a distributed attack, only addresses with an earlier success may try.
    if not exists (select from throttles where subject = address_subject and last_success_at is not null) then
      checked := checked || overall_subject;
    end if;
    select
      coalesce(max(case
        when t.subject = overall_subject then case when t.failures >= per_minute then 60000 else 0 end
        else extract(epoch from t.free_at - at) * 1000
      end), 0),
      coalesce(bool_or(
        t.reserved_at > at - interval '30 seconds' and t.reserved >= greatest(1, allowance - case
          when t.last_failure_at < at - interval '1 day' then 0
          else t.failures
        end)), false)
    into wait_ms, is_busy
    from throttles t, lateral (select case t.subject
      when overall_subject then per_minute
      when address_subject then per_address
      else per_name
    end) as allowed (allowance)
    where t.subject = any(checked);
    if wait_ms > 0 or is_busy then return; end if;
  end loop;
  -- The reservations of a period are forgotten together.
  update throttles set
    reserved = case when reserved_at > at - interval '30 seconds' then reserved + 1 else 1 end,
    reserved_at = case when reserved_at > at - interval '30 seconds' then reserved_at else at end
  where subject = any(subjects);
end $$;

-- Addresses of contacts are for those who manage them. Everybody who sees a device sees its events.
create function mask_address(address text) returns text language sql immutable as $$
  select case
    when address like '%@%' then left(address, 1) || '…' || substring(address from '@[^@]*$')
    else left(address, 3) || '…' || right(address, 2)
  end
$$;

create or replace function emit_notification_event() returns trigger language plpgsql as $$
begin
  insert into outbox (account_id, type, at, device_number, device_id, data)
  select new.account_id, 'notification.' || new.state, coalesce(new.sent_at, now()), new.device_number, d.id,
    json_build_object(
      'id', new.id, 'channel', new.channel, 'to', mask_address(new.address), 'state', new.state,
      'reason', new.reason,
      'alert', (select a.id from alerts a where a.account_id = new.account_id and a.number = new.alert_number))
  from devices d where d.account_id = new.account_id and d.number = new.device_number;
  return null;
end $$;
