// The log position of each webhook, and the lease of its reader.

import { isAccountActive } from '../../platform/db/account-status.queries.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { EnabledWebhook, Reading } from './webhook.types.ts'

/** Over all active accounts: webhooks of others pause at their position. */
export function listEnabled(directory: Db): Promise<EnabledWebhook[]> {
  return directory<EnabledWebhook>`
    select account_id, number, version, events, redelivery_position is not null as is_redelivering
    from webhooks w where w.enabled and ${isAccountActive(sql`w`)} order by account_id, number`
}

/** Leases the reading of a webhook, if it is enabled, its account active, and no other process is reading. */
export async function leaseReading(
  db: AccountDb,
  number: number,
  { now, until }: { now: Date; until: Date },
): Promise<Reading | undefined> {
  const [row] = await db<Reading>`
    update webhooks w set reader_lease_until = ${until}
    where w.account_id = ${db.accountId} and w.number = ${number} and w.enabled and ${isAccountActive(sql`w`)}
      and (w.reader_lease_until is null or w.reader_lease_until <= ${now})
    returning w.position, w.events, w.redelivery_position, w.redelivery_from, w.redelivery_to, (
      select coalesce(sum(l.waiting), 0)::int from webhook_queues l
      where l.account_id = w.account_id and l.webhook_number = w.number and l.waiting > 0) as waiting`
  return row
}

/** Fails if another process moved the position, or the webhook was disabled: then nothing may be queued. */
export async function movePosition(
  db: AccountDb,
  number: number,
  { from, to, gapAt }: { from: string; to: string; gapAt: Date | null },
): Promise<boolean> {
  const rows = await db`
    update webhooks set position = ${to}, gap_at = coalesce(${gapAt}::timestamptz, gap_at)
    where account_id = ${db.accountId} and number = ${number} and position = ${from} and enabled
    returning number`
  return rows.length > 0
}

/** The same for a redelivery; it is done if `to` is null. */
export async function moveRedelivery(
  db: AccountDb,
  number: number,
  { from, to }: { from: string; to: string | null },
): Promise<boolean> {
  const rows = await db`
    update webhooks set redelivery_position = ${to}
    where account_id = ${db.accountId} and number = ${number} and redelivery_position = ${from} and enabled
    returning number`
  return rows.length > 0
}

export async function releaseReading(db: AccountDb, number: number, until: Date): Promise<void> {
  await db`
    update webhooks set reader_lease_until = null
    where account_id = ${db.accountId} and number = ${number} and reader_lease_until = ${until}`
}
