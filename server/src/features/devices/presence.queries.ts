import type { Db } from '../../platform/db/db.ts'

export interface Seen {
  accountId: number
  deviceNumber: number
  dueAt: Date
}

/** In the scope of the recorder. Emits an event for each device that was offline. */
export async function markOnline(db: Db, seen: Seen[], now: Date): Promise<void> {
  await db`
    with seen as materialized (
      insert into online_devices as o (account_id, device_number, due_at)
      select d.account_id, d.number, given.due_at
      from unnest(${seen.map((one) => one.accountId)}::int[], ${seen.map((one) => one.deviceNumber)}::int[],
        ${seen.map((one) => one.dueAt)}::timestamptz[]) as given (account_id, device_number, due_at)
      join devices d on d.account_id = given.account_id and d.number = given.device_number
      order by d.account_id, d.number
      on conflict (account_id, device_number) do update set due_at = greatest(o.due_at, excluded.due_at)
      returning account_id, device_number, xmax = 0 as is_new)
    insert into outbox (account_id, type, at, device_number, device_id, data)
    select seen.account_id, 'device.online', ${now}::timestamptz, d.number, d.id, '{}'
    from seen join devices d on d.account_id = seen.account_id and d.number = seen.device_number
    where seen.is_new`
}

/**
 * Checks the devices whose time is up, over all accounts: those seen meanwhile get a new due time, the others are
 * offline and an event is emitted. Returns how many were checked.
 */
export async function sweepOnline(
  db: Db,
  { now, onlineForSeconds, max }: { now: Date; onlineForSeconds: number; max: number },
): Promise<number> {
  const [row] = await db<{ checked: number }>`
    with due as materialized (
      select o.account_id, o.device_number from online_devices o
      where o.due_at <= ${now} order by o.due_at limit ${max} for update skip locked),
    known as materialized (
      select due.account_id, due.device_number, d.id, n.seen_at,
        n.seen_at + make_interval(secs => ${onlineForSeconds}) as until
      from due
      join devices d on d.account_id = due.account_id and d.number = due.device_number
      left join newest_locations n on n.account_id = due.account_id and n.device_number = due.device_number),
    kept as (
      update online_devices o set due_at = known.until
      from known
      where o.account_id = known.account_id and o.device_number = known.device_number and known.until > ${now}),
    gone as (
      delete from online_devices o using known
      where o.account_id = known.account_id and o.device_number = known.device_number
        and (known.until is null or known.until <= ${now})
      returning o.account_id, o.device_number, known.id, known.seen_at),
    emitted as (
      insert into outbox (account_id, type, at, device_number, device_id, data)
      select account_id, 'device.offline', ${now}::timestamptz, device_number, id,
        json_build_object('lastSeenAt', iso_time(seen_at))
      from gone)
    select count(*) as checked from due`
  return row?.checked ?? 0
}
