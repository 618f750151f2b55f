// Commands that were not sent or not answered in time, of all accounts, found by the indexes on time.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { EndedCommand } from './reply.queries.ts'

export interface TimedOut {
  accountId: number
  number: number
}

export function listExpired(directory: Db, now: Date, limit: number): Promise<TimedOut[]> {
  return directory<TimedOut>`
    select account_id, number from commands where state = 'queued' and expires_at <= ${now}
    order by expires_at limit ${limit}`
}

export function listUnanswered(directory: Db, sentBefore: Date, limit: number): Promise<TimedOut[]> {
  return directory<TimedOut>`
    select account_id, number from commands where state = 'sent' and sent_at <= ${sentBefore}
    order by sent_at limit ${limit}`
}

export function listQueued(directory: Db, limit: number): Promise<TimedOut[]> {
  return directory<TimedOut>`
    select account_id, number from commands where state = 'queued' order by number limit ${limit}`
}

export async function expire(
  db: AccountDb,
  number: number,
  now: Date,
): Promise<(EndedCommand & { reason: string }) | undefined> {
  const [row] = await db<EndedCommand & { reason: string }>`
    update commands c set state = 'expired', reason = coalesce(c.reason, 'not_connected'), ended_at = ${now}
    from devices d
    where c.account_id = ${db.accountId} and c.number = ${number} and c.state = 'queued' and c.expires_at <= ${now}
      and d.account_id = c.account_id and d.number = c.device_number
    returning c.id, d.id as device_id, c.device_number, c.type, c.reason`
  return row
}

export async function markUnanswered(
  db: AccountDb,
  number: number,
  sentBefore: Date,
  now: Date,
): Promise<(EndedCommand & { identifier: string | null }) | undefined> {
  const [row] = await db<EndedCommand & { identifier: string | null }>`
    update commands c set state = 'failed', reason = 'no_answer', ended_at = ${now}
    from devices d
    where c.account_id = ${db.accountId} and c.number = ${number} and c.state = 'sent' and c.sent_at <= ${sentBefore}
      and d.account_id = c.account_id and d.number = c.device_number
    returning c.id, d.id as device_id, c.device_number, c.type, d.identifier`
  return row
}

export async function markQueuedUnanswered(
  db: AccountDb,
  number: number,
  now: Date,
): Promise<EndedCommand | undefined> {
  const [row] = await db<EndedCommand>`
    update commands c set state = 'failed', reason = 'no_answer', ended_at = ${now}
    from devices d
    where c.account_id = ${db.accountId} and c.number = ${number} and c.state = 'queued'
      and d.account_id = c.account_id and d.number = c.device_number
    returning c.id, d.id as device_id, c.device_number, c.type`
  return row
}
