import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import { fixColumns, statusColumns } from './judge.queries.ts'
import type { FixRow } from './rules/fix.ts'

export interface HistoryPosition {
  fixedAt: Date
  fingerprint: number
}

/** A chunk of the history of a device, with its statuses, oldest first, after `after`. */
export async function readChunk(
  db: AccountDb,
  deviceNumber: number,
  after: HistoryPosition,
  to: Date,
  limit: number,
): Promise<(FixRow & { fingerprint: number })[]> {
  const atMs = after.fixedAt.getTime()
  const history = await historyOf(db, {
    deviceNumbers: [deviceNumber],
    fromMs: atMs,
    toMs: to.getTime(),
    after: { atMs, fingerprint: after.fingerprint },
    limit,
  })
  return db<FixRow & { fingerprint: number }>`
    select * from (
      (select ${fixColumns}, l.fingerprint
        from ${history} l
        where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
          and l.fixed_at >= ${after.fixedAt} and l.fixed_at < ${to}
          and (l.fixed_at, l.fingerprint) > (${after.fixedAt}, ${after.fingerprint}::bigint)
        order by l.fixed_at, l.fingerprint limit ${limit})
      union all
      (select ${statusColumns}, s.fingerprint
        from device_statuses s
        where s.account_id = ${db.accountId} and s.device_number = ${deviceNumber}
          and s.at >= ${after.fixedAt} and s.at < ${to}
          and (s.at, s.fingerprint) > (${after.fixedAt}, ${after.fingerprint}::bigint)
        order by s.at, s.fingerprint limit ${limit})) as history
    order by fixed_ms, fingerprint limit ${limit}`
}

export async function findTimeZone(db: AccountDb): Promise<string> {
  const [row] = await db<{ timeZone: string }>`
    select time_zone from accounts where account_id = ${db.accountId}`
  return row!.timeZone
}
