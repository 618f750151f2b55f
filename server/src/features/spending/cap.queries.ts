import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CapName } from './spending.types.ts'

/** As stored: null is not set, `unlimited` is no cap. */
export type StoredCaps = Record<CapName, number | null>

export const unlimited = Number.MAX_SAFE_INTEGER

export interface Spent {
  period: 'day' | 'month'
  startsOn: string
  endsAt: Date
  emails: number
  sms: number
  money: number
}

export interface AccountCaps {
  /** Set by the operator. */
  max: StoredCaps
  /** Set by the account. */
  own: StoredCaps
}

/** What the terms of the resellers above the account allow at most. */
export async function findTermCaps(db: AccountDb): Promise<Partial<StoredCaps>> {
  const [row] = await db<{ terms: Partial<StoredCaps> }>`
    select node_terms as terms from directory_accounts where account_id = ${db.accountId}`
  return row?.terms ?? {}
}

/** Of a table of caps, or of its alias. */
export const capColumns = (
  of = sql``,
) => sql`${of}email_day as "emailsPerDay", ${of}email_month as "emailsPerMonth",
  ${of}sms_day as "smsPerDay", ${of}sms_month as "smsPerMonth", ${of}money_day as "moneyPerDay",
  ${of}money_month as "moneyPerMonth"`
const ownColumns = sql`email_day as "own.emailsPerDay", email_month as "own.emailsPerMonth", sms_day as "own.smsPerDay",
  sms_month as "own.smsPerMonth", money_day as "own.moneyPerDay", money_month as "own.moneyPerMonth"`
const maxColumns = sql`max_email_day as "max.emailsPerDay", max_email_month as "max.emailsPerMonth",
  max_sms_day as "max.smsPerDay", max_sms_month as "max.smsPerMonth", max_money_day as "max.moneyPerDay",
  max_money_month as "max.moneyPerMonth"`

/** Creates the row and locks it. */
export async function lockCaps(db: AccountDb, now: Date): Promise<void> {
  await db`
    insert into spending_caps as c (account_id, modified_at) values (${db.accountId}, ${now})
    on conflict (account_id) do update set modified_at = c.modified_at`
}

export async function findCaps(db: AccountDb): Promise<AccountCaps | undefined> {
  const [row] = await db<Record<string, number | null>>`
    select ${maxColumns}, ${ownColumns} from spending_caps where account_id = ${db.accountId}`
  if (!row) return undefined
  const part = (name: 'max' | 'own') =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([key]) => key.startsWith(`${name}.`))
        .map(([key, value]) => [key.slice(name.length + 1), value]),
    ) as StoredCaps
  return { max: part('max'), own: part('own') }
}

export async function setOwnCaps(db: AccountDb, caps: StoredCaps, now: Date): Promise<void> {
  await db`
    update spending_caps set email_day = ${caps.emailsPerDay}, email_month = ${caps.emailsPerMonth},
      sms_day = ${caps.smsPerDay}, sms_month = ${caps.smsPerMonth}, money_day = ${caps.moneyPerDay},
      money_month = ${caps.moneyPerMonth}, modified_at = ${now}
    where account_id = ${db.accountId}`
}

/** Those that the operator has `decided` do not end with the trial. */
export async function setMaxCaps(
  db: AccountDb,
  caps: StoredCaps,
  decided: string[],
  now: Date,
): Promise<void> {
  await db`
    update spending_caps set max_email_day = ${caps.emailsPerDay}, max_email_month = ${caps.emailsPerMonth},
      max_sms_day = ${caps.smsPerDay}, max_sms_month = ${caps.smsPerMonth}, max_money_day = ${caps.moneyPerDay},
      max_money_month = ${caps.moneyPerMonth}, modified_at = ${now},
      trial_email_day = case when 'emailsPerDay' = any(${decided}::text[]) then null else trial_email_day end,
      trial_sms_day = case when 'smsPerDay' = any(${decided}::text[]) then null else trial_sms_day end
    where account_id = ${db.accountId}`
}

export async function startTrial(
  db: AccountDb,
  { emailsPerDay, smsPerDay }: { emailsPerDay: number; smsPerDay: number },
  now: Date,
): Promise<void> {
  await db`
    insert into spending_caps as c (account_id, max_email_day, trial_email_day, max_sms_day, trial_sms_day, modified_at)
    values (${db.accountId}, ${emailsPerDay}, ${emailsPerDay}, ${smsPerDay}, ${smsPerDay}, ${now})
    on conflict (account_id) do update set max_email_day = excluded.max_email_day,
      trial_email_day = excluded.trial_email_day, max_sms_day = excluded.max_sms_day,
      trial_sms_day = excluded.trial_sms_day, modified_at = excluded.modified_at`
}

export async function endTrial(db: AccountDb, now: Date): Promise<void> {
  await db`
    update spending_caps set
      max_email_day = case when trial_email_day is null then max_email_day end, trial_email_day = null,
      max_sms_day = case when trial_sms_day is null then max_sms_day end, trial_sms_day = null, modified_at = ${now}
    where account_id = ${db.accountId}`
}

export const periodsOf = (day: ReturnType<typeof sql>) => sql`(values
  ('day', ${day}, ${day} + 1),
  ('month', date_trunc('month', ${day})::date, (date_trunc('month', ${day}) + interval '1 month')::date)
) as p (period, starts_on, next_on)`

/** The account's current day and month. */
export function listSpent(db: AccountDb, now: Date): Promise<Spent[]> {
  return db<Spent>`
    select p.period, p.starts_on, start_of_day(p.next_on, t.time_zone) as ends_at, coalesce(s.emails, 0) as emails,
      coalesce(s.sms, 0) as sms, coalesce(s.money, 0) as money
    from (select time_zone, (${now}::timestamptz at time zone time_zone)::date as day from accounts
        where account_id = ${db.accountId}) as t,
      lateral ${periodsOf(sql`t.day`)}
      left join spending s on s.account_id = ${db.accountId} and s.period = p.period and s.starts_on = p.starts_on
    order by p.period`
}

export interface PlatformCaps {
  timeZone: string
  caps: StoredCaps
}

export async function getPlatformCaps(platform: Db): Promise<PlatformCaps> {
  const [row] = await platform<{ timeZone: string } & StoredCaps>`
    select time_zone, ${capColumns()} from platform_caps`
  const { timeZone, ...caps } = row!
  return { timeZone, caps }
}

/** Only those that are given, so that two changes at once do not undo each other. */
export async function setPlatformCaps(
  platform: Db,
  { timeZone, caps }: { timeZone: string | undefined; caps: Partial<StoredCaps> },
  now: Date,
): Promise<void> {
  const changed = (name: CapName, column: ReturnType<typeof sql>) =>
    sql`case when ${caps[name] !== undefined}::boolean then ${caps[name] ?? null}::bigint else ${column} end`
  await platform`
    update platform_caps set time_zone = coalesce(${timeZone ?? null}::text, time_zone),
      email_day = ${changed('emailsPerDay', sql`email_day`)}, email_month = ${changed('emailsPerMonth', sql`email_month`)},
      sms_day = ${changed('smsPerDay', sql`sms_day`)}, sms_month = ${changed('smsPerMonth', sql`sms_month`)},
      money_day = ${changed('moneyPerDay', sql`money_day`)}, money_month = ${changed('moneyPerMonth', sql`money_month`)},
      modified_at = ${now}`
}

/** The platform's current day and month, with what is handed out to accounts. */
export function listPlatformSpent(platform: Db, now: Date): Promise<Spent[]> {
  return platform<Spent>`
    select p.period, p.starts_on, start_of_day(p.next_on, t.time_zone) as ends_at, coalesce(s.emails, 0) as emails,
      coalesce(s.sms, 0) as sms, coalesce(s.money, 0) as money
    from (select time_zone, (${now}::timestamptz at time zone time_zone)::date as day from platform_caps) as t,
      lateral ${periodsOf(sql`t.day`)}
      left join platform_spending s on s.period = p.period and s.starts_on = p.starts_on
    order by p.period`
}
