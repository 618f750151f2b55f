import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { Severity, StoredPolicy, WholePolicy } from './policy.types.ts'

/** Without contacts and schedules that were deleted. */
const steps = sql`(
  select jsonb_agg(jsonb_build_object(
    'afterMinutes', s->'afterMinutes', 'repeat', s->'repeat', 'repeatMinutes', s->'repeatMinutes',
    'contacts', coalesce((
      select jsonb_agg(given.id order by given.ordinal)
      from jsonb_array_elements_text(s->'contacts') with ordinality as given (id, ordinal)
      join contacts c on c.account_id = p.account_id and c.id = given.id), '[]'),
    'onCall', (select o.id from on_call_schedules o where o.account_id = p.account_id and o.id = s->>'onCall'))
    order by ordinal)
  from jsonb_array_elements(p.steps) with ordinality as given (s, ordinal))`

const policyJson = sql`json_build_object(
  'id', p.id, 'name', p.name, 'steps', ${steps}, 'defaultFor', p.default_for,
  'createdAt', iso_time(p.created_at), 'modifiedAt', iso_time(p.modified_at))`

export async function findPolicy(
  db: AccountDb,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select p.version, ${policyJson}::text as json
    from escalation_policies p where p.account_id = ${db.accountId} and p.id = ${id}`
  return row
}

export function listPolicies(
  db: AccountDb,
  scope: DeviceScope,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select p.number from escalation_policies p
      where p.account_id = ${db.accountId} and p.number > ${cursor.after}::bigint
        and ${scope.kind === 'all'}::boolean and position(lower(${filter.search ?? ''}) in lower(p.name)) > 0
        and ${isUpdatedSince(sql`p.modified_at`, filter)}`,
    records: sql`
      select p.number, ${policyJson} as json
      from page join escalation_policies p on p.account_id = ${db.accountId} and p.number = page.number`,
  })
}

export async function lockPolicy(db: AccountDb, id: string): Promise<StoredPolicy | undefined> {
  const [row] = await db<StoredPolicy>`
    select p.id, p.number, p.version, p.name, ${steps} as steps, p.default_for
    from escalation_policies p where p.account_id = ${db.accountId} and p.id = ${id}
    for no key update of p`
  return row
}

export async function countPolicies(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from escalation_policies where account_id = ${db.accountId}`
  return row!.count
}

/** The names of other policies that are the default for one of these severities. */
export function findDefaults(
  db: AccountDb,
  exceptId: string,
  severities: Severity[],
): Promise<{ name: string; defaultFor: Severity[] }[]> {
  return db<{ name: string; defaultFor: Severity[] }>`
    select name, default_for from escalation_policies
    where account_id = ${db.accountId} and id <> ${exceptId} and default_for && ${severities}::text[]`
}

export async function insertPolicy(db: AccountDb, id: string, policy: WholePolicy, now: Date): Promise<void> {
  await db`
    insert into escalation_policies (account_id, id, name, steps, default_for, created_at, modified_at)
    values (${db.accountId}, ${id}, ${policy.name}, ${JSON.stringify(policy.steps)}::jsonb, ${policy.defaultFor}::text[],
      ${now}, ${now})`
}

export async function updatePolicy(db: AccountDb, id: string, policy: WholePolicy, now: Date): Promise<void> {
  await db`
    update escalation_policies set name = ${policy.name}, steps = ${JSON.stringify(policy.steps)}::jsonb,
      default_for = ${policy.defaultFor}::text[], version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

/** Rules that name it have the default again. */
export async function deletePolicy(db: AccountDb, id: string): Promise<void> {
  await db`
    update alert_rules set escalation = 'default', version = version + 1
    where account_id = ${db.accountId} and escalation = ${id}`
  await db`delete from escalation_policies where account_id = ${db.accountId} and id = ${id}`
}

/** Those of the ids that exist. */
export async function findKnown(
  db: AccountDb,
  what: 'contacts' | 'on_call_schedules' | 'users',
  ids: string[],
): Promise<Set<string>> {
  const tables = {
    contacts: sql`contacts`,
    on_call_schedules: sql`on_call_schedules`,
    users: sql`users`,
  }
  const rows = await db<{ id: string }>`
    select id from ${tables[what]} where account_id = ${db.accountId} and id = any(${ids}::text[])`
  return new Set(rows.map(({ id }) => id))
}
