import type { AccountDb } from '../../platform/db/db.ts'
import type { ListedSession } from './session-list.types.ts'

/** The sessions of a user that have not expired, newest first. */
export function listSessions(db: AccountDb, userId: string, now: Date): Promise<ListedSession[]> {
  return db<ListedSession>`
    select s.id, s.method, s.browser, s.system, regexp_replace(s.network::text, '/32$', '') as network,
      s.created_at, s.refreshed_at as last_used_at, s.expires_at
    from sessions s
    where s.account_id = ${db.accountId} and s.user_id = ${userId} and s.expires_at > ${now}
    order by s.created_at desc, s.id`
}

/** Returns the ids of the ended sessions. */
export async function deleteSessions(
  db: AccountDb,
  userId: string,
  { onlyId, exceptId }: { onlyId: string | null; exceptId: string | null },
): Promise<string[]> {
  const rows = await db<{ id: string }>`
    delete from sessions
    where account_id = ${db.accountId} and user_id = ${userId}
      and (${onlyId}::text is null or id = ${onlyId}) and id is distinct from ${exceptId}::text
    returning id`
  return rows.map(({ id }) => id)
}
