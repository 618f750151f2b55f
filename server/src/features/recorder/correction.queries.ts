import type { Db } from '../../platform/db/db.ts'
import { givenRows, storeLocations } from './recorder.queries.ts'
import type { StorableRow } from './storable-row.types.ts'

export type Match = 'same' | 'missing' | 'differing'

/** Compares each row, in order, with the locations that its device has stored for that instant. */
export async function compareRows(db: Db, rows: StorableRow[]): Promise<Match[]> {
  const compared = await db<{ match: Match }>`
    with ${givenRows(rows)}
    select case
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = given.fixed_at
            and l.fingerprint = given.fingerprint) then 'same'
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = given.fixed_at) then 'differing'
        else 'missing' end as match
    from given order by ordinal`
  return compared.map(({ match }) => match)
}

/**
 * Deletes the locations that were stored from the same reports, which the time of reception identifies, and stores
 * the rows as they are decoded now. Other reports of the same instant stay. `kept` are unchanged rows that the
 * deletion may include, since one report can have two locations of an instant; they are stored again.
 */
export async function replaceRows(db: Db, rows: StorableRow[], kept: StorableRow[]): Promise<void> {
  await db`
    with ${givenRows(rows)}
    delete from locations l using given
    where l.device_number = given.device_number and l.fixed_at = given.fixed_at
      and l.received_at = given.received_at`
  // Otherwise the corrected location would not be newer than the one it replaces.
  await db`
    with ${givenRows(rows)}
    update newest_locations n set fixed_at = n.fixed_at - interval '1 millisecond'
    from given join devices d on d.number = given.device_number
    where n.account_id = d.account_id and n.device_number = d.number and n.fixed_at = given.fixed_at`
  await storeLocations(db, [...rows, ...kept])
}
