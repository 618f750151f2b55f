import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<{ number: number } | undefined> {
  const [row] = await db<{ number: number }>`
    select d.number from devices d where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

/** Only if the plan applies to the device. Keeps the plan from being deleted meanwhile. */
export async function lockPlanOf(
  db: AccountDb,
  deviceNumber: number,
  planId: string,
): Promise<{ number: number; name: string } | undefined> {
  const [row] = await db<{ number: number; name: string }>`
    select p.number, p.name from maintenance_plans p
    where p.account_id = ${db.accountId} and p.id = ${planId} and (p.applies_to = 'all'
      or exists (
        select from maintenance_targets t
        where t.account_id = p.account_id and t.plan_number = p.number and t.device_number = ${deviceNumber})
      or exists (
        select from maintenance_targets t
        join group_devices g on g.account_id = t.account_id and g.group_id = t.group_id
        where t.account_id = p.account_id and t.plan_number = p.number and g.device_number = ${deviceNumber}))
    for key share of p`
  return row
}

export interface NewWork {
  id: string
  planNumber: number
  deviceNumber: number
  doneAtMs: number
  odometerCm: number | null
  engineSeconds: number | null
  costMinor: number | null
  currency: string | null
  note: string | null
}

export async function countWork(db: AccountDb, planNumber: number, deviceNumber: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from maintenance_work
    where account_id = ${db.accountId} and plan_number = ${planNumber} and device_number = ${deviceNumber}`
  return row!.count
}

export async function insertWork(db: AccountDb, work: NewWork, by: string, now: Date): Promise<void> {
  await db`
    insert into maintenance_work (account_id, id, plan_number, device_number, done_at, odometer_cm, engine_seconds,
      cost_minor, currency, note, created_at, created_by)
    values (${db.accountId}, ${work.id}, ${work.planNumber}, ${work.deviceNumber},
      to_timestamp(${work.doneAtMs / 1_000}::float8), ${work.odometerCm}, ${work.engineSeconds}, ${work.costMinor},
      ${work.currency}, ${work.note}, ${now}, ${by})`
}

const workJson = sql`json_build_object(
  'id', w.id, 'deviceId', d.id, 'planId', p.id, 'planName', p.name, 'doneAt', iso_time(w.done_at),
  'odometer', w.odometer_cm / 100000::float8, 'engineHours', w.engine_seconds / 3600::float8,
  'costMinor', w.cost_minor, 'currency', w.currency, 'note', w.note, 'createdAt', iso_time(w.created_at),
  'createdBy', w.created_by)`
const workJoin = sql`
  join devices d on d.account_id = w.account_id and d.number = w.device_number
  join maintenance_plans p on p.account_id = w.account_id and p.number = w.plan_number`

export async function findWork(
  db: AccountDb,
  deviceNumber: number,
  id: string,
): Promise<{ number: number; json: string } | undefined> {
  const [row] = await db<{ number: number; json: string }>`
    select w.number, ${workJson}::text as json from maintenance_work w ${workJoin}
    where w.account_id = ${db.accountId} and w.id = ${id} and w.device_number = ${deviceNumber}`
  return row
}

/** In the order in which it was recorded, the newest first. */
export function listWork(
  db: AccountDb,
  deviceNumber: number,
  planId: string | undefined,
  cursor: PageCursor,
): Promise<Page> {
  const ofPlan =
    planId === undefined
      ? sql`true`
      : sql`w.plan_number = (select number from maintenance_plans where account_id = ${db.accountId} and id = ${planId})`
  return readNewest(db, cursor, {
    table: sql`maintenance_work`,
    alias: sql`w`,
    where: sql`w.device_number = ${deviceNumber} and ${ofPlan}`,
    json: workJson,
    join: workJoin,
  })
}

export async function deleteWork(db: AccountDb, number: number): Promise<boolean> {
  const rows = await db`
    delete from maintenance_work where account_id = ${db.accountId} and number = ${number} returning number`
  return rows.length > 0
}
