import type { Db } from '../../platform/db.ts'
import type { Stranger } from './gateway.types.ts'

export async function keepStranger(
  db: Db,
  { identifier, protocol, address }: Stranger,
  now: Date,
): Promise<void> {
  await db`
    insert into quarantine as q (identifier, protocol, address, first_seen_at, last_seen_at)
    values (${identifier.slice(0, 64)}, ${protocol}, ${address}, ${now}, ${now})
    on conflict (identifier) do update
    set protocol = excluded.protocol, address = excluded.address, last_seen_at = excluded.last_seen_at,
      reports = q.reports + 1`
}
