import type { Db } from '../../platform/db/db.ts'
import { dueDevices, mustRedo } from './trip-state.queries.ts'

export interface StateCounts {
  devices: number
  lastProcessedAt: Date | null
  redoDevices: number
  postponedDevices: number
}

export async function countStates(db: Db, now: Date): Promise<StateCounts> {
  const [row] = await db<StateCounts>`
    select count(s.read_until) as devices, max(s.processed_at) filter (where s.read_until is not null) as last_processed_at,
      count(*) filter (where ${mustRedo}) as redo_devices,
      count(*) filter (where s.not_before > ${now}) as postponed_devices
    from trip_states s join accounts a on a.account_id = s.account_id
    where not exists (select from moves m where m.account_id = s.account_id)`
  return row!
}

/** Among so many devices, those that were processed longest ago, the oldest waiting location is looked up. */
const lookedUp = 20

/** A late location was received after later ones: it counts from its own reception. */
export async function findDue(
  db: Db,
  { now, pacedBefore }: { now: Date; pacedBefore: Date },
): Promise<{ dueDevices: number; oldestDueAt: Date | null }> {
  const [row] = await db<{ dueDevices: number; oldestDueAt: Date | null }>`
    with due as materialized (
      select n.account_id, n.device_number, s.processed_at,
        coalesce(n.late_from, s.read_until + interval '1 microsecond', '-infinity') as from_at
      from ${dueDevices(now, pacedBefore)} and not r.is_redo)
    select (select count(*) from due) as due_devices,
      (select min(waiting.received_at)
        from (select * from due order by processed_at nulls first limit ${lookedUp}) as oldest
        cross join lateral (
          select l.received_at from locations l
          where l.account_id = oldest.account_id and l.device_number = oldest.device_number
            and l.fixed_at >= oldest.from_at
          order by l.fixed_at limit 1) as waiting) as oldest_due_at`
  return row!
}
