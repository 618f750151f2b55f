import type { AccountDb } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { readPage } from '../../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../../platform/db/scope.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import type { SegmentKind } from '../detection/detection.types.ts'

/** The kind of a segment in the caller's scope, also of one that was withdrawn. */
export async function findKind(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<SegmentKind | undefined> {
  const [row] = await db<{ kind: SegmentKind }>`
    select known.kind from (
      select device_number, kind from segments where account_id = ${db.accountId} and id = ${id}::uuid
      union all
      select device_number, kind from segment_corrections where account_id = ${db.accountId} and segment_id = ${id}::uuid)
      as known
    join devices d on d.account_id = ${db.accountId} and d.number = known.device_number
    where ${isDeviceSeen(scope)} limit 1`
  return row?.kind
}

/** Oldest first. */
export function listCorrections(db: AccountDb, id: string, cursor: PageCursor): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select number from segment_corrections
      where account_id = ${db.accountId} and segment_id = ${id}::uuid and number > ${cursor.after}::bigint`,
    records: sql`
      select c.number, json_build_object('correctedAt', iso_time(c.at), 'cause', c.cause, 'version', c.version,
        'before', c.before, 'after', c.after) as json
      from page join segment_corrections c on c.account_id = ${db.accountId} and c.number = page.number`,
  })
}
