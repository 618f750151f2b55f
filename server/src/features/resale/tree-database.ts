import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

type Needs = Pick<Context, 'db' | 'cells'>

/** All of the reseller tree: in the directory that cells share, otherwise in the own database. */
export function treeOf({ db, cells }: Needs): Db {
  return cells?.directory ?? db.directory
}

/** The tree from a path down: row-level security hides all else. */
export function branchOf({ db, cells }: Needs, path: string): Db {
  return cells ? cells.forReseller(path) : db.forReseller(path)
}
