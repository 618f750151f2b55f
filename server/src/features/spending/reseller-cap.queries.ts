// The caps of a reseller: what all accounts below it may send together. The scope of the database is the branch of the
// caller, so nothing outside of it is found or changed.

import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Spent, StoredCaps } from './cap.queries.ts'
import { capColumns, periodsOf } from './cap.queries.ts'
import type { CapName } from './spending.types.ts'

export interface ResellerCaps {
  timeZone: string
  caps: StoredCaps
}

export async function findCaps(branch: Db, resellerId: string): Promise<ResellerCaps | undefined> {
  const [row] = await branch<{ timeZone: string } & StoredCaps>`
    select coalesce(c.time_zone, 'UTC') as time_zone, ${capColumns(sql`c.`)}
    from nodes n left join node_caps c on c.node = n.number
    where n.id = ${resellerId} and n.kind = 'reseller'`
  if (!row) return undefined
  const { timeZone, ...caps } = row
  return { timeZone, caps }
}

/** The current day and month, with what is handed out to accounts. */
export function listSpent(branch: Db, resellerId: string, now: Date): Promise<Spent[]> {
  return branch<Spent>`
    select p.period, p.starts_on, start_of_day(p.next_on, t.time_zone) as ends_at, coalesce(s.emails, 0) as emails,
      coalesce(s.sms, 0) as sms, coalesce(s.money, 0) as money
    from (select n.number, z.time_zone, (${now}::timestamptz at time zone z.time_zone)::date as day
        from nodes n left join node_caps c on c.node = n.number,
          lateral (select coalesce(c.time_zone, 'UTC') as time_zone) as z
        where n.id = ${resellerId} and n.kind = 'reseller') as t
      cross join lateral ${periodsOf(sql`t.day`)}
      left join node_spending s on s.node = t.number and s.period = p.period and s.starts_on = p.starts_on
    order by p.period`
}

/** Only those that are given, so that two changes at once do not undo each other. False if there is no such reseller. */
export async function changeCaps(
  branch: Db,
  resellerId: string,
  { timeZone, caps }: { timeZone: string | undefined; caps: Partial<StoredCaps> },
  now: Date,
): Promise<boolean> {
  const wanted = (name: CapName) => sql`${caps[name] ?? null}::bigint`
  const changed = (name: CapName, column: ReturnType<typeof sql>) =>
    sql`case when ${caps[name] !== undefined}::boolean then excluded.${column} else c.${column} end`
  const zone = sql`${timeZone ?? null}::text`
  const rows = await branch`
    insert into node_caps as c (node, path, time_zone, email_day, email_month, sms_day, sms_month, money_day, money_month,
      modified_at)
    select n.number, n.path, coalesce(${zone}, 'UTC'), ${wanted('emailsPerDay')}, ${wanted('emailsPerMonth')},
      ${wanted('smsPerDay')}, ${wanted('smsPerMonth')}, ${wanted('moneyPerDay')}, ${wanted('moneyPerMonth')}, ${now}
    from nodes n where n.id = ${resellerId} and n.kind = 'reseller'
    on conflict (node) do update set time_zone = coalesce(${zone}, c.time_zone),
      email_day = ${changed('emailsPerDay', sql`email_day`)}, email_month = ${changed('emailsPerMonth', sql`email_month`)},
      sms_day = ${changed('smsPerDay', sql`sms_day`)}, sms_month = ${changed('smsPerMonth', sql`sms_month`)},
      money_day = ${changed('moneyPerDay', sql`money_day`)}, money_month = ${changed('moneyPerMonth', sql`money_month`)},
      modified_at = excluded.modified_at
    returning node`
  return rows.length > 0
}
