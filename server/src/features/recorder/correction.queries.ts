import type { Db } from '../../platform/db/db.ts'
import { fingerprintOf, fixedAtMsOf, receivedAtMsOf } from './location-row.api.ts'
import type { StorableRow } from './recorder.queries.ts'
import { storeLocations } from './recorder.queries.ts'

export type Match = 'same' | 'missing' | 'differing'

/** Compares each row, in order, with the locations that its device has stored for that instant. */
export async function compareRows(db: Db, rows: StorableRow[]): Promise<Match[]> {
  const compared = await db<{ match: Match }>`
    select case
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
            and l.fingerprint = given.fingerprint) then 'same'
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)) then 'differing'
        else 'missing' end as match
    from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => fixedAtMsOf(row))}::float8[],
      ${rows.map(({ row }) => fingerprintOf(row))}::int[]) with ordinality as given (device_number, fixed_ms, fingerprint, ordinal)
    order by ordinal`
  return compared.map(({ match }) => match)
}

/**
 * Deletes the locations that were stored from the same reports, which the time of reception identifies, and stores
 * the rows as they are decoded now. Other reports of the same instant stay. `kept` are unchanged rows that the
 * deletion may include, since one report can have two locations of an instant; they are stored again.
 */
export async function replaceRows(db: Db, rows: StorableRow[], kept: StorableRow[]): Promise<void> {
  const numbers = rows.map(({ device }) => device.deviceNumber)
  const fixedMs = rows.map(({ row }) => fixedAtMsOf(row))
  await db`
    delete from locations l
    using unnest(${numbers}::int[], ${fixedMs}::float8[], ${rows.map(({ row }) => receivedAtMsOf(row))}::float8[])
      as given (device_number, fixed_ms, received_ms)
    where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
      and l.received_at = to_timestamp(given.received_ms / 1000.0)`
  // Otherwise the corrected location would not be newer than the one it replaces.
  await db`
    update newest_locations n set fixed_at = n.fixed_at - interval '1 millisecond'
    from unnest(${numbers}::int[], ${fixedMs}::float8[]) as given (device_number, fixed_ms)
    where n.device_number = given.device_number and n.fixed_at = to_timestamp(given.fixed_ms / 1000.0)`
  await storeLocations(db, [...rows, ...kept])
}
