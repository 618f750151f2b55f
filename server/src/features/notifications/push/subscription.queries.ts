import type { AccountDb } from '../../../platform/db/db.ts'
import type { ListedSubscription, SendableSubscription, StoredSubscription } from './subscription.types.ts'

/** Of sessions that have not expired, newest first. */
export function listSubscriptions(db: AccountDb, userId: string, now: Date): Promise<ListedSubscription[]> {
  return db<ListedSubscription>`
    select p.id, p.session_id, s.browser, s.system, p.service, p.shows_text, p.created_at, p.accepted_at, s.expires_at
    from push_subscriptions p join sessions s on s.account_id = p.account_id and s.id = p.session_id
    where p.account_id = ${db.accountId} and p.user_id = ${userId} and s.expires_at > ${now}
    order by p.created_at desc, p.id`
}

/** Of sessions that have not expired, of users who may sign in. */
export function listSendable(db: AccountDb, userId: string, now: Date): Promise<SendableSubscription[]> {
  return db<SendableSubscription>`
    select p.id, p.sealed, p.service, p.shows_text, coalesce(p.rests_until > ${now}, false) as is_resting
    from push_subscriptions p
    join sessions s on s.account_id = p.account_id and s.id = p.session_id and s.expires_at > ${now}
    join users u on u.account_id = p.account_id and u.id = p.user_id and not u.disabled
      and coalesce(u.valid_from <= ${now}, true) and coalesce(u.expires_at > ${now}, true)
    where p.account_id = ${db.accountId} and p.user_id = ${userId}`
}

export async function findSubscription(
  db: AccountDb,
  userId: string,
  id: string,
): Promise<StoredSubscription | undefined> {
  const [row] = await db<StoredSubscription>`
    select id, sealed, service, shows_text from push_subscriptions
    where account_id = ${db.accountId} and user_id = ${userId} and id = ${id}`
  return row
}

/** Of two registrations of a user, one waits for the other, so that they can be counted. */
export async function lockUser(db: AccountDb, userId: string): Promise<void> {
  await db`select from users where account_id = ${db.accountId} and id = ${userId} for no key update`
}

/**
 * The browser may have belonged to another user or session before, and a session has one browser. Null for `showsText`:
 * as the browser of the session had it.
 */
export async function keepSubscription(
  db: AccountDb,
  given: {
    id: string
    userId: string
    sessionId: string
    endpointHash: Buffer
    sealed: Buffer
    service: string
    showsText: boolean | null
    now: Date
  },
): Promise<{ id: string; isNew: boolean }> {
  const { id, userId, sessionId, endpointHash, sealed, service, showsText, now } = given
  const [row] = await db<{ id: string }>`
    insert into push_subscriptions (account_id, id, user_id, session_id, endpoint_hash, sealed, service, shows_text,
      created_at, renewed_at)
    values (${db.accountId}, ${id}, ${userId}, ${sessionId}, ${endpointHash}, ${sealed}, ${service},
      coalesce(${showsText}::boolean, (select p.shows_text from push_subscriptions p
        where p.account_id = ${db.accountId} and p.session_id = ${sessionId} order by p.renewed_at desc limit 1), true),
      ${now}, ${now})
    on conflict on constraint push_subscriptions_endpoint do update set
      user_id = excluded.user_id, session_id = excluded.session_id, sealed = excluded.sealed,
      shows_text = excluded.shows_text, renewed_at = excluded.renewed_at, failures = 0, rests_until = null,
      reminded_at = null
    returning id`
  return { id: row!.id, isNew: row!.id === id }
}

export async function deleteOthersOfSession(db: AccountDb, sessionId: string, keptId: string): Promise<void> {
  await db`
    delete from push_subscriptions
    where account_id = ${db.accountId} and session_id = ${sessionId} and id <> ${keptId}`
}

/** The oldest ones beyond `keep`. */
export async function deleteSurplus(db: AccountDb, userId: string, keep: number): Promise<void> {
  await db`
    delete from push_subscriptions
    where account_id = ${db.accountId} and user_id = ${userId} and id not in (
      select p.id from push_subscriptions p
      where p.account_id = ${db.accountId} and p.user_id = ${userId}
      order by p.renewed_at desc, p.id limit ${keep})`
}

export async function deleteSubscription(db: AccountDb, userId: string, id: string): Promise<boolean> {
  const rows = await db`
    delete from push_subscriptions
    where account_id = ${db.accountId} and user_id = ${userId} and id = ${id} returning id`
  return rows.length > 0
}

/** The push service does not know it any more. */
export async function deleteGone(db: AccountDb, ids: string[]): Promise<void> {
  await db`delete from push_subscriptions where account_id = ${db.accountId} and id = any(${ids}::text[])`
}

export async function markAccepted(db: AccountDb, ids: string[], now: Date): Promise<void> {
  await db`
    update push_subscriptions set accepted_at = ${now}, failures = 0, rests_until = null
    where account_id = ${db.accountId} and id = any(${ids}::text[])
      -- Once a minute is enough to know whether it works.
      and (accepted_at is null or accepted_at < ${now}::timestamptz - interval '1 minute' or failures > 0)`
}

/** Each failure in a row doubles the rest, from `seconds` up to an hour. */
export async function markFailed(
  db: AccountDb,
  id: string,
  { now, seconds }: { now: Date; seconds: number },
): Promise<void> {
  await db`
    update push_subscriptions set failures = failures + 1,
      rests_until = ${now}::timestamptz + make_interval(secs => least(3600, ${seconds}::int * 2 ^ least(failures, 10)))
    where account_id = ${db.accountId} and id = ${id}`
}

export async function findUserName(db: AccountDb, userId: string): Promise<string> {
  const [row] = await db<{ name: string }>`
    select name from users where account_id = ${db.accountId} and id = ${userId}`
  return row?.name ?? userId
}
