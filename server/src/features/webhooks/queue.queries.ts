// The queues of waiting deliveries, one per webhook and device: which are due, leasing them, and recording outcomes.

import { isAccountActive } from '../../platform/db/account-status.queries.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Attempt, DeliveryState, EventToQueue, LeasedDelivery, WebhookKey } from './webhook.types.ts'

/** Webhooks with due deliveries, over all active accounts. Skips from one webhook to the next by the index. */
export function listDueWebhooks(directory: Db, now: Date): Promise<(WebhookKey & { isFailing: boolean })[]> {
  return directory<WebhookKey & { isFailing: boolean }>`
    with recursive queued as (
      (select account_id, webhook_number from webhook_queues where waiting > 0
        order by account_id, webhook_number limit 1)
      union all
      select next.account_id, next.webhook_number from queued, lateral (
        select l.account_id, l.webhook_number from webhook_queues l
        where l.waiting > 0 and (l.account_id, l.webhook_number) > (queued.account_id, queued.webhook_number)
        order by l.account_id, l.webhook_number limit 1) as next)
    select w.account_id, w.number, w.failing_since is not null as is_failing
    from queued join webhooks w on w.account_id = queued.account_id and w.number = queued.webhook_number
    where w.enabled and ${isAccountActive(sql`w`)} and (w.paused_until is null or w.paused_until <= ${now}) and exists (
      select from webhook_queues l
      where l.account_id = w.account_id and l.webhook_number = w.number and l.waiting > 0 and l.due_at <= ${now})`
}

/** Over all accounts. */
export async function countWaiting(directory: Db): Promise<number> {
  const [row] = await directory<{ waiting: number }>`
    select coalesce(sum(waiting), 0)::int as waiting from webhook_queues where waiting > 0`
  return row!.waiting
}

/**
 * Leases due queues of a webhook, and returns the oldest delivery of each. No other process takes them until the
 * lease ends, also if this one dies.
 */
export function leaseQueues(
  db: AccountDb,
  webhook: number,
  { now, leaseUntil, max }: { now: Date; leaseUntil: Date; max: number },
): Promise<LeasedDelivery[]> {
  return db<LeasedDelivery>`
    with endpoint as materialized (
      select w.id as webhook_id, url, user_name, password, secret, case when old_secret_until > ${now} then old_secret end as old_secret,
        num_nonnulls(failing_since, paused_until) > 0 as is_failing
      from webhooks w
      where account_id = ${db.accountId} and number = ${webhook} and enabled and ${isAccountActive(sql`w`)}),
    due as materialized (
      select l.device_number from webhook_queues l
      where l.account_id = ${db.accountId} and l.webhook_number = ${webhook} and l.waiting > 0 and l.due_at <= ${now}
        and exists (select from endpoint)
      order by l.due_at limit ${max} for update of l skip locked),
    leased as (
      update webhook_queues l set due_at = ${leaseUntil}, lease_until = ${leaseUntil}, lease_number = l.lease_number + 1
      from due where l.account_id = ${db.accountId} and l.webhook_number = ${webhook}
        and l.device_number = due.device_number
      returning l.device_number, l.lease_number, l.waiting)
    select ${db.accountId}::int as account_id, ${webhook}::int as webhook_number, leased.device_number, leased.lease_number,
      leased.waiting,
      d.number, d.event_id, d.body, d.is_redelivery, d.attempts,
      case when d.attempts > 0 then d.first_tried_at end as first_tried_at, endpoint.*
    from endpoint cross join leased left join lateral (
      select * from webhook_deliveries d
      where d.account_id = ${db.accountId} and d.webhook_number = ${webhook} and d.device_number = leased.device_number
        and d.state = 'waiting'
      order by d.number limit 1) as d on true`
}

/**
 * Records the outcome. Does nothing if it is recorded already, or if another process has leased the queue meanwhile:
 * that one tries again. A delivery that two processes made at the same moment counts once.
 */
export async function settle(
  db: AccountDb,
  leased: LeasedDelivery,
  outcome: { state: DeliveryState; attempt: Attempt; firstTriedAt: Date; dueAt: Date; now: Date },
): Promise<boolean> {
  const { state, attempt, firstTriedAt, dueAt, now } = outcome
  const isEnd = state !== 'waiting'
  const rows = await db`
    with owned as materialized (
      select l.lease_number from webhook_queues l
      where l.account_id = ${db.accountId} and l.webhook_number = ${leased.webhookNumber}
        and l.device_number = ${leased.deviceNumber} and l.lease_number = ${leased.leaseNumber} and l.lease_until is not null
      for update),
    settled as (
      update webhook_deliveries d set state = ${state}, attempts = d.attempts + 1, first_tried_at = ${firstTriedAt},
        log = d.log || ${JSON.stringify([attempt])}::jsonb, ended_at = case when ${isEnd}::boolean then ${now}::timestamptz end
      where d.account_id = ${db.accountId} and d.number = ${leased.number} and d.state = 'waiting'
        and exists (select from owned)
      returning d.number)
    update webhook_queues l set due_at = ${dueAt}, lease_until = null,
      waiting = l.waiting - (select count(*)::int from settled where ${isEnd}::boolean)
    from owned
    where l.account_id = ${db.accountId} and l.webhook_number = ${leased.webhookNumber}
      and l.device_number = ${leased.deviceNumber}
    returning l.lease_number`
  return rows.length > 0
}

/** Corrects the count of a queue that turned out to be empty. */
export async function correctCount(db: AccountDb, leased: LeasedDelivery): Promise<void> {
  await db`
    update webhook_queues set waiting = greatest(waiting - ${leased.waiting}::int, 0), lease_until = null
    where account_id = ${db.accountId} and webhook_number = ${leased.webhookNumber}
      and device_number = ${leased.deviceNumber} and lease_number = ${leased.leaseNumber} and lease_until is not null`
}

export async function markDelivering(db: AccountDb, webhook: number): Promise<void> {
  await db`
    update webhooks set failing_since = null, paused_until = null
    where account_id = ${db.accountId} and number = ${webhook}`
}

/** Keeps the time of the first failure; a pause is only ever extended. */
export async function markFailing(
  db: AccountDb,
  webhook: number,
  { since, pausedUntil }: { since: Date; pausedUntil: Date | null },
): Promise<void> {
  await db`
    update webhooks set failing_since = coalesce(failing_since, ${since}::timestamptz),
      paused_until = greatest(paused_until, ${pausedUntil}::timestamptz)
    where account_id = ${db.accountId} and number = ${webhook}
      and (failing_since is null or ${pausedUntil}::timestamptz > coalesce(paused_until, '-infinity'))`
}

/** Because the receiver asked for it, or nothing was delivered since `ifFailingSince`. Returns whether it changed. */
export async function disable(
  db: AccountDb,
  webhook: number,
  { reason, ifFailingSince, now }: { reason: string; ifFailingSince: Date | null; now: Date },
): Promise<boolean> {
  const rows = await db`
    update webhooks set enabled = false, disabled_at = ${now}, disabled_reason = ${reason}, version = version + 1,
      modified_at = ${now}
    where account_id = ${db.accountId} and number = ${webhook} and enabled
      and (${ifFailingSince}::timestamptz is null or failing_since <= ${ifFailingSince}::timestamptz)
    returning number`
  return rows.length > 0
}

/**
 * Queues events in order, each once: duplicates in the log are skipped, except in a redelivery. Returns how many were
 * queued.
 */
export async function queueEvents(
  db: AccountDb,
  webhook: number,
  events: EventToQueue[],
  { isRedelivery, now }: { isRedelivery: boolean; now: Date },
): Promise<number> {
  const [row] = await db<{ queued: number }>`
    with wanted as (
      select e.* from unnest(
        ${events.map(({ id }) => id)}::text[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ deviceNumber }) => deviceNumber)}::int[], ${events.map(({ json }) => json)}::text[])
        with ordinality as e (id, type, device_number, body, ordinal)
      join webhooks w on w.account_id = ${db.accountId} and w.number = ${webhook}
      where w.applies_to = 'all'
        or exists (
          select from webhook_targets t
          where t.account_id = w.account_id and t.webhook_number = w.number and t.device_number = e.device_number)
        or exists (
          select from webhook_targets t
          join group_devices g on g.account_id = t.account_id and g.group_id = t.group_id
          where t.account_id = w.account_id and t.webhook_number = w.number and g.device_number = e.device_number)),
    queued as (
      insert into webhook_deliveries (account_id, id, webhook_number, event_id, event_type, device_number, body,
        is_redelivery, state, created_at)
      select ${db.accountId}::int,
        'dlv_' || translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', 'Zz'),
        ${webhook}::int, wanted.id, wanted.type, wanted.device_number, wanted.body, ${isRedelivery}::boolean, 'waiting',
        ${now}::timestamptz
      from wanted order by wanted.ordinal
      on conflict (account_id, webhook_number, event_id) where not is_redelivery do nothing
      returning device_number),
    queues as (
      insert into webhook_queues as l (account_id, webhook_number, device_number, waiting, due_at)
      select ${db.accountId}::int, ${webhook}::int, device_number, count(*), ${now}::timestamptz
      from queued group by device_number order by device_number
      on conflict (account_id, webhook_number, device_number) do update set
        waiting = l.waiting + excluded.waiting,
        due_at = case when l.waiting = 0 then excluded.due_at else l.due_at end)
    select count(*) as queued from queued`
  return row!.queued
}
