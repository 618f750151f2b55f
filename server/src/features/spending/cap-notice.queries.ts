import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { CapKind, CapPeriod } from './spending.types.ts'

export interface CapNotice {
  kind: CapKind
  period: CapPeriod
  startsOn: string
  /** 80, or 100 if messages are suppressed. */
  percent: number
  cap: number
}

export interface AccountNotice extends CapNotice {
  used: number
  at: Date
  deviceNumber: number
  deviceId: string
}

export function listAccountsWithNotices(directory: Db, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select distinct account_id from (
      select account_id from spending_cap_notices where published_at is null order by at limit ${limit}) as found`
}

/** Marks the new notices of the account; one process gets each. */
export function takeNotices(db: AccountDb, now: Date): Promise<AccountNotice[]> {
  return db<AccountNotice>`
    update spending_cap_notices n set published_at = ${now}
    from devices d
    where n.account_id = ${db.accountId} and n.published_at is null
      and d.account_id = n.account_id and d.number = n.device_number
    returning n.kind, n.period, n.starts_on, n.percent, n.cap, n.used, n.at, n.device_number, d.id as device_id`
}

/** Those whose device was deleted meanwhile. */
export async function dropNotices(db: AccountDb): Promise<void> {
  await db`
    delete from spending_cap_notices n
    where n.account_id = ${db.accountId} and n.published_at is null and not exists (
      select from devices d where d.account_id = n.account_id and d.number = n.device_number)`
}

/** The account holder and administrators. */
export async function listManagers(db: AccountDb): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from users where account_id = ${db.accountId} and role in ('owner', 'administrator') order by id limit 100`
  return rows.map(({ id }) => id)
}

export function takePlatformNotices(platform: Db, now: Date): Promise<CapNotice[]> {
  return platform<CapNotice>`
    update platform_cap_notices set published_at = ${now} where published_at is null
    returning kind, period, starts_on, percent, cap`
}
