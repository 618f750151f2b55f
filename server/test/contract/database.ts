// A digest of every row of the database, to detect any change.

import type pg from 'pg'

/** Counters that requests and trackers change, requests stored for every name, a derived table, and one written after responses. */
const leftOut = [
  ...['api_usage', 'throttles', 'host_additions', 'location_days'],
  ...['reset_requests', 'device_search', 'sign_ins'],
]

export type Rows = Map<string, number>

/** Of a node of the reseller tree. */
const brandTables = ['brands', 'brand_pictures', 'email_senders', 'sms_senders', 'hosts', 'price_lists']

/** The number of each row, by table and content, optionally except or only those of one account. */
export async function readRows(
  superuser: pg.Client,
  {
    except,
    exceptPath,
    only,
  }: { except?: number | undefined; exceptPath?: string | undefined; only?: number } = {},
): Promise<Rows> {
  const tables = await superuser.query<{ name: string; ofAccount: boolean }>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "ofAccount"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all('{${leftOut}}') and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
  const selects = tables.rows
    .filter(({ ofAccount }) => ofAccount || only === undefined)
    .map(({ name, ofAccount }) => {
      const isOfBrand = exceptPath !== undefined && brandTables.includes(name)
      const where = ofAccount ? whereOf({ except, only }) : isOfBrand ? `where path <> '${exceptPath}'` : ''
      if (name !== 'accounts') return `select '${name} ' || md5(t::text) as row from ${name} t ${where}`
      // Apart, so that all other columns of the row still count.
      return `select 'accounts ' || md5((to_jsonb(t) - 'areas_version')::text) as row from accounts t ${where}
        union all select 'areas_version ' || md5(concat(account_id, ' ', areas_version)) from accounts ${where}`
    })
  if (only === undefined) {
    selects.push(
      `select 'job ' || md5(concat(id, name, data, state)) from pgboss.job where name <> '__pgboss__send-it'`,
    )
  }
  const { rows } = await superuser.query<{ row: string }>(selects.join(' union all '))
  const counted: Rows = new Map()
  for (const { row } of rows) counted.set(row, (counted.get(row) ?? 0) + 1)
  return counted
}

function whereOf({ except, only }: { except?: number | undefined; only?: number | undefined }): string {
  if (only !== undefined) return `where account_id = ${only}`
  return except === undefined ? '' : `where account_id <> ${except}`
}

/**
 * Rows that were changed or deleted. The head of an audit chain moves with every change, and a counter of the account with
 * every change of a geofence: they do not count.
 */
export function lostRows(before: Rows, after: Rows): string[] {
  return [...before]
    .filter(([row, count]) => (after.get(row) ?? 0) < count && !/^(audit_heads|areas_version) /.test(row))
    .map(([row]) => row)
}
