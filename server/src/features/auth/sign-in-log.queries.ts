import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Origin, RefusalReason, SignInMethod } from './sign-in.types.ts'

export interface Succeeded extends Origin {
  userId: string
  at: Date
  method: SignInMethod
  clientId: string
}

/** At most `maxADay` a day (UTC) of a user and method. */
export async function insertSuccess(db: AccountDb, one: Succeeded, maxADay: number): Promise<void> {
  await db`
    insert into sign_ins (account_id, user_id, at, method, outcome, network, browser, system, client_id)
    select ${db.accountId}, ${one.userId}, ${one.at}::timestamptz, ${one.method}::text, 'succeeded', ${one.network}::cidr,
      ${one.browser}, ${one.system}, ${one.clientId}
    where (
      select count(*) from sign_ins s
      where s.account_id = ${db.accountId} and s.user_id = ${one.userId}
        and s.at >= date_trunc('day', ${one.at}::timestamptz at time zone 'UTC') at time zone 'UTC'
        and s.method = ${one.method} and s.outcome = 'succeeded') < ${maxADay}`
}

/** Whether the user has signed in since then, and whether with this browser from a network near this one. */
export async function findFamiliarity(
  db: AccountDb,
  userId: string,
  { browser, system, near, since }: Omit<Origin, 'network'> & { near: string | null; since: Date },
): Promise<{ hasHistory: boolean; isFamiliar: boolean }> {
  const [row] = await db<{ hasHistory: boolean; isFamiliar: boolean }>`
    select count(*) > 0 as has_history,
      coalesce(bool_or(s.browser is not distinct from ${browser} and s.system is not distinct from ${system}
        and coalesce(s.network <<= ${near}::cidr, ${near}::cidr is null)), false) as is_familiar
    from sign_ins s
    where s.account_id = ${db.accountId} and s.user_id = ${userId} and s.at >= ${since}
      and s.outcome = 'succeeded' and s.method <> 'apiKey'`
  return row!
}

export interface Refused extends Origin {
  userName: string
  at: Date
  method: SignInMethod
  reason: RefusalReason
}

export interface NamedUserId {
  userName: string
  accountId: number
  userId: string
}

/** The users among these names, which are in lower case. */
export function findUsersByName(directory: Db, userNames: string[]): Promise<NamedUserId[]> {
  return directory<NamedUserId>`
    select u.user_name, u.account_id, u.user_id from directory_users u
    where u.user_name = any(${userNames}::text[])`
}

/** At most `maxADay` a day (UTC) of a user and method, counted over all processes up to what they write at once. */
export async function insertRefusals(
  db: AccountDb,
  refusals: (Omit<Refused, 'userName'> & { userId: string })[],
  maxADay: number,
): Promise<void> {
  await db`
    insert into sign_ins (account_id, user_id, at, method, outcome, reason, network, browser, system)
    select ${db.accountId}, u.id, r.at, r.method, 'refused', r.reason, r.network::cidr, r.browser, r.system
    from (
      select w.*, date_trunc('day', w.at at time zone 'UTC') at time zone 'UTC' as day,
        row_number() over (partition by w."userId", w.method, date_trunc('day', w.at at time zone 'UTC')
          order by w.at) as turn
      from json_to_recordset(${JSON.stringify(refusals)}::json) as w (
        "userId" text, at timestamptz, method text, reason text, network text, browser text, system text)
    ) as r
    join users u on u.account_id = ${db.accountId} and u.id = r."userId"
    where r.turn + (
      select count(*) from sign_ins s
      where s.account_id = ${db.accountId} and s.user_id = r."userId" and s.at >= r.day
        and s.at < r.day + interval '1 day' and s.method = r.method and s.outcome = 'refused') <= ${maxADay}`
}

export function listSignIns(db: AccountDb, userId: string, since: Date, cursor: PageCursor): Promise<Page> {
  return readNewest(db, cursor, {
    table: sql`sign_ins`,
    alias: sql`s`,
    where: sql`s.user_id = ${userId} and s.at >= ${since}`,
    json: sql`json_build_object('attemptedAt', iso_time(s.at), 'method', s.method, 'outcome', s.outcome, 'reason', s.reason,
      'network', regexp_replace(s.network::text, '/32$', ''), 'browser', s.browser, 'system', s.system,
      'clientId', s.client_id)`,
  })
}

/** These functions run as the owner of the tables: the role of the application owns none. */
export async function keepPartitions(directory: Db, now: Date, before: Date): Promise<void> {
  await directory`select ensure_sign_in_partitions(${now})`
  await directory`select drop_old_sign_ins(${before})`
}
