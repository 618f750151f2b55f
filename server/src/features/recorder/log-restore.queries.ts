import type { Db } from '../../platform/db/db.ts'
import type { StorableRow } from './recorder.queries.ts'

/** Whether at least one of the rows is stored. */
export async function hasAny(db: Db, rows: StorableRow[]): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    select exists (
      select from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[],
        ${rows.map(({ row }) => row[1])}::float8[], ${rows.map(({ row }) => row[5])}::int[])
        as given (device_number, fixed_ms, fingerprint)
      join locations l on l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
        and l.fingerprint = given.fingerprint) as found`
  return row!.found
}
