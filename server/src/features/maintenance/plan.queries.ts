import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { StoredPlan, WholePlan } from './plan.types.ts'

const groupIds = sql`array(
  select t.group_id from maintenance_targets t
  where t.account_id = p.account_id and t.plan_number = p.number and t.group_id is not null order by t.group_id)`
const deviceIds = sql`array(
  select d.id from maintenance_targets t join devices d on d.account_id = t.account_id and d.number = t.device_number
  where t.account_id = p.account_id and t.plan_number = p.number order by d.number)`

const planJson = sql`json_build_object(
  'id', p.id, 'name', p.name, 'everyKm', p.every_km, 'everyHours', p.every_hours, 'everyDays', p.every_days,
  'warnKm', p.warn_km, 'warnHours', p.warn_hours, 'warnDays', p.warn_days, 'groups', ${groupIds}, 'devices', ${deviceIds},
  'createdAt', iso_time(p.created_at), 'modifiedAt', iso_time(p.modified_at))`

export async function findPlan(
  db: AccountDb,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select p.version, ${planJson}::text as json
    from maintenance_plans p where p.account_id = ${db.accountId} and p.id = ${id}`
  return row
}

export function listPlans(
  db: AccountDb,
  scope: DeviceScope,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select p.number from maintenance_plans p
      where p.account_id = ${db.accountId} and p.number > ${cursor.after}::bigint
        and ${scope.kind === 'all'}::boolean and position(lower(${filter.search ?? ''}) in lower(p.name)) > 0
        and ${isUpdatedSince(sql`p.modified_at`, filter)}`,
    records: sql`
      select p.number, ${planJson} as json
      from page join maintenance_plans p on p.account_id = ${db.accountId} and p.number = page.number`,
  })
}

export async function lockPlan(db: AccountDb, id: string): Promise<StoredPlan | undefined> {
  const [row] = await db<StoredPlan>`
    select p.id, p.number, p.version, p.name, p.every_km, p.every_hours, p.every_days, p.warn_km, p.warn_hours,
      p.warn_days, ${groupIds} as groups, ${deviceIds} as devices
    from maintenance_plans p where p.account_id = ${db.accountId} and p.id = ${id}
    for no key update of p`
  return row
}

export async function countPlans(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from maintenance_plans where account_id = ${db.accountId}`
  return row!.count
}

export async function insertPlan(db: AccountDb, id: string, plan: WholePlan, now: Date): Promise<number> {
  const [row] = await db<{ number: number }>`
    insert into maintenance_plans (account_id, id, name, every_km, every_hours, every_days, warn_km, warn_hours, warn_days,
      applies_to, created_at, modified_at)
    values (${db.accountId}, ${id}, ${plan.name}, ${plan.everyKm}, ${plan.everyHours}, ${plan.everyDays}, ${plan.warnKm},
      ${plan.warnHours}, ${plan.warnDays}, ${appliesTo(plan)}, ${now}, ${now})
    returning number`
  return row!.number
}

export async function updatePlan(db: AccountDb, number: number, plan: WholePlan, now: Date): Promise<void> {
  await db`
    update maintenance_plans set name = ${plan.name}, every_km = ${plan.everyKm}, every_hours = ${plan.everyHours},
      every_days = ${plan.everyDays}, warn_km = ${plan.warnKm}, warn_hours = ${plan.warnHours},
      warn_days = ${plan.warnDays}, applies_to = ${appliesTo(plan)}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deletePlan(db: AccountDb, number: number): Promise<void> {
  await db`delete from maintenance_plans where account_id = ${db.accountId} and number = ${number}`
}

function appliesTo({ groups, devices }: WholePlan): string {
  if (devices.length > 0) return 'devices'
  return groups.length > 0 ? 'groups' : 'all'
}

export function findGroups(db: AccountDb, ids: string[]): Promise<{ id: string }[]> {
  return db<{ id: string }>`
    select id from groups where account_id = ${db.accountId} and id = any(${ids}::text[])`
}

export function findDevices(db: AccountDb, ids: string[]): Promise<{ id: string; number: number }[]> {
  return db<{ id: string; number: number }>`
    select id, number from devices where account_id = ${db.accountId} and id = any(${ids}::text[])`
}

/** Replaces the targets of the plan. */
export async function setTargets(
  db: AccountDb,
  plan: number,
  { groups, devices }: { groups: string[]; devices: number[] },
): Promise<void> {
  await db`delete from maintenance_targets where account_id = ${db.accountId} and plan_number = ${plan}`
  await db`
    insert into maintenance_targets (account_id, plan_number, group_id, device_number)
    select ${db.accountId}::int, ${plan}::int, group_id, null::int from unnest(${groups}::text[]) as given (group_id)
    union all
    select ${db.accountId}::int, ${plan}::int, null, number from unnest(${devices}::int[]) as given (number)`
}

/** The account's devices are evaluated soon, from the first one on. */
export async function requestCheck(db: AccountDb, now: Date): Promise<void> {
  await db`
    insert into maintenance_checks (account_id, next_at) values (${db.accountId}, ${now})
    on conflict (account_id) do update set next_at = least(maintenance_checks.next_at, excluded.next_at), after_device = 0`
}
