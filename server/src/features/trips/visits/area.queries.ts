import type { AccountDb } from '../../../platform/db/db.ts'
import type { AreaShape } from './areas.ts'

/** A shape costs as much as its positions, and so many more. */
export const positionsPerShape = 20

/** The newest shapes of so many positions in all. Those that count now are the first of them. */
export function listAreaShapes(db: AccountDb, maxPositions: number): Promise<AreaShape[]> {
  return db<AreaShape>`
    select number, geofence_number as area, geofence_id, round(date_part('epoch', counts_from) * 1000) as counts_from_ms,
      round(date_part('epoch', counts_until) * 1000) as counts_until_ms, kind as type, geometry, radius_m, positions
    from (
      select s.*, sum(positions + ${positionsPerShape}::int) over (order by counts_until desc, number desc) as total
      from geofence_shapes s where account_id = ${db.accountId}) as newest
    where total <= ${maxPositions}::bigint
    order by number`
}

/** Shapes that ceased to count before, and the oldest of those that are never loaded. */
export async function deleteOldShapes(db: AccountDb, before: Date, maxPositions: number): Promise<number> {
  const rows = await db`
    delete from geofence_shapes s using (
      select number, counts_until, sum(positions + ${positionsPerShape}::int) over (order by counts_until desc, number desc) as total
      from geofence_shapes where account_id = ${db.accountId}) as known
    where s.account_id = ${db.accountId} and s.number = known.number and known.counts_until < 'infinity'
      and (known.counts_until < ${before} or known.total > ${maxPositions}::bigint)
    returning s.number`
  return rows.length
}
