import type { AccountDb } from '../../platform/db/db.ts'
import type { StoredShape } from '../geofences/geofence.types.ts'

export interface NamedShape extends StoredShape {
  id: string
  name: string
  positions: number
}

/** Changes with every shape and every name. */
export async function findVersion(db: AccountDb): Promise<string> {
  const [row] = await db<{ version: string }>`
    select areas_version || ' ' || coalesce((
      select max(modified_at)::text from geofences where account_id = ${db.accountId}), '') as version
    from accounts where account_id = ${db.accountId}`
  return row?.version ?? ''
}

/** The next ones in the order of their numbers, of at most so many positions, but at least one. */
export function listNamedShapes(db: AccountDb, after: number, maxPositions: number): Promise<NamedShape[]> {
  return db<NamedShape>`
    select number, id, name, kind as type, geometry, radius_m, positions
    from (
      select f.*, sum(positions) over (order by number) - positions as before
      from (
        select * from geofences where account_id = ${db.accountId} and number > ${after} order by number limit 1000) as f) as next
    where before = 0 or before + positions <= ${maxPositions}::bigint
    order by number`
}
