import type { AccountDb } from '../../platform/db/db.ts'
import type { MarkKind, TrackMarks } from './detection/marks.ts'

/** Of devices that have any; hardly any has. */
export async function readMarks(db: AccountDb, deviceNumbers: number[]): Promise<Map<number, TrackMarks>> {
  const rows = await db<{ deviceNumber: number; kind: MarkKind; instantsMs: number[] }>`
    select device_number, kind, array_agg(date_part('epoch', at) * 1000 order by at) as instants_ms
    from track_marks where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])
    group by device_number, kind`
  const found = new Map<number, TrackMarks>()
  for (const { deviceNumber, kind, instantsMs } of rows) {
    const marks = found.get(deviceNumber) ?? { cutsAtMs: [], joinsAtMs: [] }
    found.set(deviceNumber, { ...marks, [kind === 'cut' ? 'cutsAtMs' : 'joinsAtMs']: instantsMs })
  }
  return found
}
