import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { Endpoint, StoredWebhook, WebhookDocument } from './webhook.types.ts'

const groupIds = sql`array(
  select t.group_id from webhook_targets t
  where t.account_id = w.account_id and t.webhook_number = w.number and t.group_id is not null order by t.group_id)`
const deviceIds = sql`array(
  select d.id from webhook_targets t join devices d on d.account_id = t.account_id and d.number = t.device_number
  where t.account_id = w.account_id and t.webhook_number = w.number order by d.number)`
const waiting = sql`(
  select coalesce(sum(l.waiting), 0) from webhook_queues l
  where l.account_id = w.account_id and l.webhook_number = w.number and l.waiting > 0)`

const webhookJson = sql`json_build_object(
  'id', w.id, 'name', w.name, 'url', w.url, 'userName', w.user_name, 'hasPassword', w.password is not null, 'enabled', w.enabled, 'events', w.events, 'groups', ${groupIds},
  'devices', ${deviceIds},
  'disabled', case when w.disabled_at is not null
    then json_build_object('disabledAt', iso_time(w.disabled_at), 'reason', w.disabled_reason) end,
  'failingSince', iso_time(w.failing_since), 'pausedUntil', iso_time(w.paused_until), 'lastGapAt', iso_time(w.gap_at),
  'oldSecretUntil', iso_time(w.old_secret_until),
  'redelivery', case when w.redelivery_position is not null
    then json_build_object('from', iso_time(w.redelivery_from), 'to', iso_time(w.redelivery_to)) end,
  'waiting', ${waiting}, 'createdAt', iso_time(w.created_at), 'modifiedAt', iso_time(w.modified_at))`

export async function findWebhook(
  db: AccountDb,
  id: string,
): Promise<{ number: number; version: number; json: string } | undefined> {
  const [row] = await db<{ number: number; version: number; json: string }>`
    select w.number, w.version, ${webhookJson}::text as json
    from webhooks w where w.account_id = ${db.accountId} and w.id = ${id}`
  return row
}

export function listWebhooks(db: AccountDb, filter: ListFilter, cursor: PageCursor): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select w.number from webhooks w
      where w.account_id = ${db.accountId} and w.number > ${cursor.after}::bigint
        and position(lower(${filter.search ?? ''}) in lower(w.name || ' ' || w.url)) > 0
        and ${isUpdatedSince(sql`w.modified_at`, filter)}`,
    records: sql`
      select w.number, ${webhookJson} as json
      from page join webhooks w on w.account_id = ${db.accountId} and w.number = page.number`,
  })
}

export async function lockWebhook(db: AccountDb, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await db<StoredWebhook>`
    select w.id, w.number, w.version, w.name, w.url, w.user_name, w.password, w.enabled, w.events, ${groupIds} as groups, ${deviceIds} as devices,
      w.secret, w.redelivery_position is not null as is_redelivering
    from webhooks w where w.account_id = ${db.accountId} and w.id = ${id}
    for no key update of w`
  return row
}

export async function countWebhooks(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from webhooks where account_id = ${db.accountId}`
  return row!.count
}

export async function insertWebhook(
  db: AccountDb,
  webhook: Required<WebhookDocument> & {
    id: string
    secret: Buffer
    password: Buffer | null
    position: string
  },
  now: Date,
): Promise<number> {
  const [row] = await db<{ number: number }>`
    insert into webhooks (account_id, id, name, url, user_name, password, enabled, events, applies_to, secret, position, created_at, modified_at)
    values (${db.accountId}, ${webhook.id}, ${webhook.name}, ${webhook.url}, ${webhook.userName}, ${webhook.password}, ${webhook.enabled},
      ${webhook.events}::text[], ${appliesTo(webhook)}, ${webhook.secret}, ${webhook.position}, ${now}, ${now})
    returning number`
  return row!.number
}

/** Enabling a webhook or changing its URL clears its failures. */
export async function updateWebhook(
  db: AccountDb,
  number: number,
  webhook: Required<WebhookDocument> & { password: Buffer | null },
  { isFresh, now }: { isFresh: boolean; now: Date },
): Promise<void> {
  await db`
    update webhooks set name = ${webhook.name}, url = ${webhook.url}, user_name = ${webhook.userName},
      password = ${webhook.password}, enabled = ${webhook.enabled}, events = ${webhook.events}::text[], applies_to = ${appliesTo(webhook)}, version = version + 1,
      modified_at = ${now},
      disabled_at = case when not ${webhook.enabled}::boolean then disabled_at end,
      disabled_reason = case when not ${webhook.enabled}::boolean then disabled_reason end,
      failing_since = case when not ${isFresh}::boolean then failing_since end,
      paused_until = case when not ${isFresh}::boolean then paused_until end
    where account_id = ${db.accountId} and number = ${number}`
}

/** Waiting deliveries restart their retries, now. */
export async function restartQueues(db: AccountDb, number: number, now: Date): Promise<void> {
  await db`
    update webhook_deliveries set attempts = 0
    where account_id = ${db.accountId} and webhook_number = ${number} and state = 'waiting' and attempts > 0`
  await db`
    update webhook_queues set due_at = ${now}
    where account_id = ${db.accountId} and webhook_number = ${number} and waiting > 0
      and (lease_until is null or lease_until <= ${now})`
}

export async function deleteWebhook(db: AccountDb, number: number): Promise<void> {
  await db`delete from webhooks where account_id = ${db.accountId} and number = ${number}`
}

export async function replaceSecret(
  db: AccountDb,
  number: number,
  secrets: { secret: Buffer; oldSecret: Buffer; oldUntil: Date; now: Date },
): Promise<void> {
  await db`
    update webhooks set secret = ${secrets.secret}, old_secret = ${secrets.oldSecret},
      old_secret_until = ${secrets.oldUntil}, version = version + 1, modified_at = ${secrets.now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function setRedelivery(
  db: AccountDb,
  number: number,
  redelivery: { position: string; from: Date; to: Date },
): Promise<void> {
  await db`
    update webhooks set redelivery_position = ${redelivery.position}, redelivery_from = ${redelivery.from}, redelivery_to = ${redelivery.to}
    where account_id = ${db.accountId} and number = ${number}`
}

/** What is needed to post to the webhook, whether it is enabled or not. */
export async function findEndpoint(db: AccountDb, number: number, now: Date): Promise<Endpoint | undefined> {
  const [row] = await db<Endpoint>`
    select id as webhook_id, url, user_name, password, secret,
      case when old_secret_until > ${now} then old_secret end as old_secret
    from webhooks where account_id = ${db.accountId} and number = ${number}`
  return row
}

function appliesTo({ groups, devices }: Required<WebhookDocument>): string {
  return groups.length + devices.length > 0 ? 'targets' : 'all'
}

const known = {
  groups: sql`select id, 0 as number from groups`,
  devices: sql`select id, number from devices`,
}

/** The identifiers that exist in the account, with their numbers. */
export function findTargets(
  db: AccountDb,
  what: 'groups' | 'devices',
  ids: string[],
): Promise<{ id: string; number: number }[]> {
  return db<{ id: string; number: number }>`
    ${known[what]} where account_id = ${db.accountId} and id = any(${ids}::text[])`
}

/** Replaces the targets of the webhook. */
export async function setTargets(
  db: AccountDb,
  webhook: number,
  targets: { groups: string[]; devices: number[] },
): Promise<void> {
  await db`delete from webhook_targets where account_id = ${db.accountId} and webhook_number = ${webhook}`
  await db`
    insert into webhook_targets (account_id, webhook_number, group_id, device_number)
    select ${db.accountId}::int, ${webhook}::int, group_id, null::int
    from unnest(${targets.groups}::text[]) as given (group_id)
    union all
    select ${db.accountId}::int, ${webhook}::int, null, number from unnest(${targets.devices}::int[]) as given (number)`
}
