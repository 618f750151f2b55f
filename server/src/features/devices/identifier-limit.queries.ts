import type { AccountDb } from '../../platform/db/db.ts'

/** Counts from the first change on, until `dayAgo` has passed it. */
export async function addChanges(
  db: AccountDb,
  count: number,
  now: Date,
  dayAgo: Date,
): Promise<{ used: number; startedAt: Date }> {
  const [row] = await db<{ used: number; startedAt: Date }>`
    insert into identifier_changes as c (account_id, started_at, used) values (${db.accountId}, ${now}, ${count})
    on conflict (account_id) do update set
      started_at = case when c.started_at <= ${dayAgo} then excluded.started_at else c.started_at end,
      used = case when c.started_at <= ${dayAgo} then excluded.used else c.used + excluded.used end
    returning used, started_at`
  return row!
}
