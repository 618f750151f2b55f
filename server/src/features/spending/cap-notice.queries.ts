import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { CapKind, CapPeriod } from './spending.types.ts'

export interface CapNotice {
  kind: CapKind
  period: CapPeriod
  startsOn: string
  /** 80; 90 if alerts that are not critical are suppressed; 100 if all are. */
  percent: number
  cap: number
}

export interface AccountNotice extends CapNotice {
  used: number
  at: Date
}

export function listAccountsWithNotices(directory: Db, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select distinct account_id from (
      select account_id from spending_cap_notices where published_at is null order by at limit ${limit}) as found`
}

/** Marks the new notices of the account; one process gets each. */
export function takeNotices(db: AccountDb, now: Date): Promise<AccountNotice[]> {
  return db<AccountNotice>`
    update spending_cap_notices set published_at = ${now}
    where account_id = ${db.accountId} and published_at is null
    returning kind, period, starts_on, percent, cap, used, at`
}

/** The account holder and administrators. */
export async function listManagers(db: AccountDb): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from users where account_id = ${db.accountId} and role in ('owner', 'administrator') order by id limit 100`
  return rows.map(({ id }) => id)
}

export async function listOperatorAddresses(directory: Db): Promise<string[]> {
  const rows = await directory<{
    email: string
  }>`select distinct email from operators order by email limit 100`
  return rows.map(({ email }) => email)
}

/** One process gets each, until the lease ends. */
export function leasePlatformNotices(platform: Db, now: Date, leasedUntil: Date): Promise<CapNotice[]> {
  return platform<CapNotice>`
    update platform_cap_notices set leased_until = ${leasedUntil}
    where published_at is null and (leased_until is null or leased_until <= ${now})
    returning kind, period, starts_on, percent, cap`
}

export async function markPublished(platform: Db, notice: CapNotice, now: Date): Promise<void> {
  const { kind, period, startsOn, percent, cap } = notice
  await platform`
    update platform_cap_notices set published_at = ${now}
    where kind = ${kind} and period = ${period} and starts_on = ${startsOn} and percent = ${percent} and cap = ${cap}`
}
