// Records the outcome of sending. Only a refusal reverts the daily count, and only once.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { countsOf, lockRefunded } from './caps.queries.ts'
import type { NotificationKey } from './notification.types.ts'

/** Keeps other processes from taking it while it is being sent. */
export async function renewLease(
  db: AccountDb,
  number: number,
  attempt: number,
  leaseUntil: Date,
): Promise<void> {
  await db`
    update notifications set lease_until = ${leaseUntil}::timestamptz
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state = 'sending'`
}

/** The transport has accepted it. A late acceptance, after the attempt was given up, still ends the notification. */
export async function markAccepted(
  db: AccountDb,
  { number, attempt }: { number: number; attempt: number },
  providerId: string | undefined,
  now: Date,
): Promise<void> {
  await db`
    with attempt as (
      update notification_attempts set outcome = 'accepted', ended_at = ${now}, error = null
      where account_id = ${db.accountId} and notification_number = ${number} and attempt = ${attempt}
        and outcome is distinct from 'refused')
    update notifications set state = 'sent', reason = null, sent_at = ${now}, lease_until = null,
      provider_id = coalesce(${providerId ?? null}::text, provider_id)
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state <> 'sent'`
}

/** The transport has rejected it: reverts the counts of its day, once. Locks in the order of the claim. */
export async function markRefused(
  db: AccountDb,
  { number, attempt }: { number: number; attempt: number },
  result: { error: string; retryAt: Date | undefined; now: Date },
): Promise<void> {
  const { error, retryAt = null, now } = result
  await db`
    with attempt as (
      update notification_attempts set outcome = 'refused', ended_at = ${now}, error = ${error}
      where account_id = ${db.accountId} and notification_number = ${number} and attempt = ${attempt}
        and (outcome is null or outcome = 'unknown')
      returning day, budget_lease, price),
    settled as (
      update notifications set
        state = case when ${retryAt}::timestamptz is null then 'failed' else 'waiting' end,
        reason = case when ${retryAt}::timestamptz is null then ${error}::text end,
        due_at = coalesce(${retryAt}::timestamptz, due_at), lease_until = null
      where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state in ('sending', 'waiting')
        and exists (select from attempt)),
    -- Attempts of earlier versions were not counted here.
    counted as (select day, budget_lease, price from attempt where price is not null),
    counters as materialized (${lockRefunded(sql`counted`, db.accountId)}),
    reverted as (
      update spending s set
        ${countsOf(sql`n.channel`, sql`-`)}, money = s.money - counted.price
      from counters, counted, notifications n
      where n.account_id = ${db.accountId} and n.number = ${number}
        and s.account_id = n.account_id and s.period = counters.period and s.starts_on = counters.starts_on
      returning s.period),
    -- A lease that has ended is returned again.
    returned as (
      update budget_leases b set units_left = b.units_left + 1, money_left = b.money_left + counted.price
      from counted, (select count(*) from reverted) as after_counters
      where b.account_id = ${db.accountId} and b.id = counted.budget_lease
      returning b.id)
    update daily_counts u set sent = u.sent - 1
    from attempt, notifications n, (select count(*) from returned) as after_lease
    where n.account_id = ${db.accountId} and n.number = ${number}
      and u.account_id = n.account_id and u.device_number = n.device_number and u.channel = n.channel
      and u.day = attempt.day and u.sent > 0`
}

/** The transport may have accepted it: the daily count stays, and sending it again counts again. */
export async function markUnknown(
  db: AccountDb,
  { number, attempt }: { number: number; attempt: number },
  result: { error: string; retryAt: Date | undefined; now: Date },
): Promise<void> {
  const { error, retryAt = null, now } = result
  await db`
    with attempt as (
      update notification_attempts set outcome = 'unknown', ended_at = ${now}, error = ${error}
      where account_id = ${db.accountId} and notification_number = ${number} and attempt = ${attempt} and outcome is null
      returning day)
    update notifications set
      state = case when ${retryAt}::timestamptz is null then 'failed' else 'waiting' end,
      reason = case when ${retryAt}::timestamptz is null then 'outcome_unknown' end,
      due_at = coalesce(${retryAt}::timestamptz, due_at), lease_until = null
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state = 'sending'
      and exists (select from attempt)`
}

/** Those whose process stopped renewing the lease. */
export function listAbandoned(directory: Db, now: Date, limit: number): Promise<NotificationKey[]> {
  return directory<NotificationKey>`
    select account_id, number from notifications
    where state = 'sending' and lease_until <= ${now} order by lease_until limit ${limit}`
}

/** Ends the attempt of a process that stopped renewing its lease. Does nothing if it has reported meanwhile. */
export async function abandon(
  db: AccountDb,
  number: number,
  { now, maxAttempts }: { now: Date; maxAttempts: number },
): Promise<void> {
  await db`
    with late as materialized (
      select n.number, n.attempts, n.attempts_before from notifications n
      where n.account_id = ${db.accountId} and n.number = ${number} and n.state = 'sending' and n.lease_until <= ${now}
      for update skip locked),
    attempt as (
      update notification_attempts t set outcome = 'unknown', ended_at = ${now}, error = 'the sending process stopped responding'
      from late
      where t.account_id = ${db.accountId} and t.notification_number = late.number and t.attempt = late.attempts
        and t.outcome is null)
    update notifications n set
      state = case when late.attempts - late.attempts_before < ${maxAttempts} then 'waiting' else 'failed' end,
      reason = case when late.attempts - late.attempts_before < ${maxAttempts} then null else 'outcome_unknown' end,
      due_at = ${now}, lease_until = null
    from late where n.account_id = ${db.accountId} and n.number = late.number`
}

/** Finds the message of a receipt. */
export async function findByProviderId(
  directory: Db,
  providerId: string,
): Promise<NotificationKey | undefined> {
  const [row] = await directory<NotificationKey>`
    select account_id, number from notifications where provider_id = ${providerId} order by number desc limit 1`
  return row
}

export async function keepReceipt(db: AccountDb, number: number, receipt: string): Promise<void> {
  await db`
    update notifications set receipt = ${receipt} where account_id = ${db.accountId} and number = ${number}`
}
