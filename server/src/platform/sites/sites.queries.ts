import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import type { StoredSites } from './site.types.ts'

/** Those of a reseller that the platform has blocked with its customers are not served, and get no certificate. */
const served = sql`hosts h join nodes n on n.number = h.node where h.state = 'verified' and n.customer_status <> 'blocked'`

/** Changes with everything that `readSites` returns. */
export async function findVersion(tree: Db): Promise<string> {
  const [row] = await tree<{ version: string }>`
    select concat_ws(' ', (select count(*) from ${served}),
      (select max(changed_at) from hosts where state = 'verified'),
      (select count(*) from brands), (select max(updated_at) from brands)) as version`
  return row!.version
}

export async function readSites(tree: Db): Promise<StoredSites> {
  const [row] = await tree<StoredSites>`
    select (select coalesce(json_agg(json_build_object('name', h.name, 'path', h.path, 'isHome', h.is_home,
        'servesDocs', h.serves_docs)), '[]') from ${served}) as hosts,
      (select coalesce(json_agg(path), '[]') from brands) as branded`
  return row!
}

/** Of an account that is in the tree. */
export async function findPathOfAccount(tree: Db, accountNumber: number): Promise<string | undefined> {
  const [row] = await tree<{ path: string }>`select path from nodes where account_number = ${accountNumber}`
  return row?.path
}
