import type { Db } from '../../platform/db/db.ts'
import type { StorableRow } from './recorder.queries.ts'
import { storeLocations } from './recorder.queries.ts'

export type Likeness = 'same' | 'missing' | 'differing'

/** How each row, in order, compares with what its device has stored of that instant. */
export async function compareRows(db: Db, rows: StorableRow[]): Promise<Likeness[]> {
  const compared = await db<{ likeness: Likeness }>`
    select case
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
            and l.fingerprint = given.fingerprint) then 'same'
        when exists (
          select from locations l
          where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)) then 'differing'
        else 'missing' end as likeness
    from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => row[1])}::float8[],
      ${rows.map(({ row }) => row[5])}::int[]) with ordinality as given (device_number, fixed_ms, fingerprint, place)
    order by place`
  return compared.map(({ likeness }) => likeness)
}

/**
 * Takes away what the same report was stored as, known by when it was received, and stores it as it is read now. What
 * another report said of the same instant stays; `kept` are rows that may be taken along, for one report can say two
 * things of an instant.
 */
export async function replaceRows(db: Db, rows: StorableRow[], kept: StorableRow[]): Promise<void> {
  const numbers = rows.map(({ device }) => device.deviceNumber)
  const fixedMs = rows.map(({ row }) => row[1])
  await db`
    delete from locations l
    using unnest(${numbers}::int[], ${fixedMs}::float8[], ${rows.map(({ row }) => row[2])}::float8[])
      as given (device_number, fixed_ms, received_ms)
    where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
      and l.received_at = to_timestamp(given.received_ms / 1000.0)`
  // A moment back, or the corrected one would not be newer than itself.
  await db`
    update newest_locations n set fixed_at = n.fixed_at - interval '1 millisecond'
    from unnest(${numbers}::int[], ${fixedMs}::float8[]) as given (device_number, fixed_ms)
    where n.device_number = given.device_number and n.fixed_at = to_timestamp(given.fixed_ms / 1000.0)`
  await storeLocations(db, [...rows, ...kept])
}
