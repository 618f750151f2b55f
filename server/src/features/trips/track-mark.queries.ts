// Marks that cut or join trips.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { MarkKind, TrackMarks } from './detection/marks.ts'

/** For the detector, of devices that have any; hardly any has. */
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

/** Locks the device, so that concurrent requests do not exceed the maximum together. */
export async function countMarks(db: AccountDb, deviceNumber: number): Promise<number> {
  await db`
    select from devices where account_id = ${db.accountId} and number = ${deviceNumber} for no key update`
  const [row] = await db<{ count: number }>`
    select count(*) from track_marks where account_id = ${db.accountId} and device_number = ${deviceNumber}`
  return row!.count
}

export interface Mark {
  id: string
  deviceNumber: number
  at: Date
  kind: MarkKind
}

export async function insertMark(
  db: AccountDb,
  mark: Mark & { createdAt: Date; createdBy: string },
): Promise<void> {
  await db`
    insert into track_marks (account_id, device_number, id, at, kind, created_at, created_by)
    values (${db.accountId}, ${mark.deviceNumber}, ${mark.id}, ${mark.at}, ${mark.kind}, ${mark.createdAt},
      ${mark.createdBy})`
}

export async function deleteMark(db: AccountDb, deviceNumber: number, id: string): Promise<Mark | undefined> {
  const [row] = await db<Mark>`
    delete from track_marks where account_id = ${db.accountId} and device_number = ${deviceNumber} and id = ${id}
    returning id, device_number, at, kind`
  return row
}

export function listMarks(db: AccountDb, deviceNumber: number, cursor: PageCursor): Promise<Page> {
  return readNewest(db, cursor, {
    table: sql`track_marks`,
    alias: sql`m`,
    where: sql`m.device_number = ${deviceNumber}`,
    json: sql`json_build_object('id', m.id, 'dateTime', iso_time(m.at), 'type', m.kind,
      'createdAt', iso_time(m.created_at), 'createdBy', m.created_by)`,
  })
}
