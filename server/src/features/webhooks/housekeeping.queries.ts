import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { WebhookKey } from './webhook.types.ts'

export function listWebhooks(directory: Db): Promise<WebhookKey[]> {
  return directory<WebhookKey>`select account_id, number from webhooks order by account_id, number`
}

/**
 * Deletes what ended before `before`, and delivered rows beyond the newest `maxKept`. Dead letters stay until
 * `before`.
 */
export async function deleteEnded(
  db: AccountDb,
  webhook: number,
  { before, maxKept, limit }: { before: Date; maxKept: number; limit: number },
): Promise<number> {
  const rows = await db`
    delete from webhook_deliveries where account_id = ${db.accountId} and number in (
      select d.number from webhook_deliveries d
      where d.account_id = ${db.accountId} and d.webhook_number = ${webhook} and d.ended_at is not null
        and (d.ended_at < ${before} or (d.state = 'delivered' and d.number < (
          select n.number from webhook_deliveries n
          where n.account_id = ${db.accountId} and n.webhook_number = ${webhook}
          order by n.number desc offset ${maxKept} limit 1)))
      limit ${limit})
    returning number`
  return rows.length
}

/** Deletes queues of devices without recent events. */
export async function deleteIdleQueues(db: AccountDb, webhook: number, before: Date): Promise<void> {
  await db`
    delete from webhook_queues
    where account_id = ${db.accountId} and webhook_number = ${webhook} and waiting = 0 and due_at < ${before}`
}
