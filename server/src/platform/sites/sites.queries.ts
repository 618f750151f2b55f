import type { Db } from '../db/db.ts'
import type { StoredSites } from './site.types.ts'

/** Changes with everything that `readSites` returns. Two values of the ends of indexes. */
export async function findVersion(tree: Db): Promise<string> {
  const [row] = await tree<{ version: string }>`
    select concat_ws(' ', (select count(*) from hosts where state = 'verified'),
      (select max(changed_at) from hosts where state = 'verified'),
      (select count(*) from brands), (select max(updated_at) from brands)) as version`
  return row!.version
}

export async function readSites(tree: Db): Promise<StoredSites> {
  const [row] = await tree<StoredSites>`
    select (select coalesce(json_agg(json_build_object('name', name, 'path', path, 'isHome', is_home,
        'servesDocs', serves_docs)), '[]') from hosts where state = 'verified') as hosts,
      (select coalesce(json_agg(path), '[]') from brands) as branded`
  return row!
}

/** Of an account that is in the tree. */
export async function findPathOfAccount(tree: Db, accountNumber: number): Promise<string | undefined> {
  const [row] = await tree<{ path: string }>`select path from nodes where account_number = ${accountNumber}`
  return row?.path
}
