import type { AccountDb } from '../../platform/db/db.ts'

export interface Span {
  identifier: string
  oldestAt: Date
  newestAt: Date
}

/** Reads both ends from the index, and nothing between them. */
export function listSpans(db: AccountDb): Promise<Span[]> {
  return db<Span>`
    select d.identifier, o.fixed_at as oldest_at, n.fixed_at as newest_at
    from devices d
    join newest_locations n on n.account_id = d.account_id and n.device_number = d.number
    cross join lateral (
      select l.fixed_at from locations l
      where l.account_id = d.account_id and l.device_number = d.number order by l.fixed_at limit 1) as o
    where d.account_id = ${db.accountId} and d.identifier is not null`
}
