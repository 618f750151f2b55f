// Looks at all pools while licenses move: sums in one snapshot of the tree, and what accounts may use in their cells.

import type { Installation } from '../installation/installation.ts'

type Query = Installation['query']

export interface Look {
  /** Pools that gave more than they have, or whose nodes do not add up. */
  brokenSums: number
  /** Accounts that may use more than the tree has granted. */
  overUsed: number
}

/** Both sums and the limit of a pool, in one statement. */
export async function countBrokenSums(tree: Query): Promise<number> {
  const rows = await tree(`
    select p.id from nodes p
    where p.kind <> 'account' and (p.given > p.granted
      or p.given <> (select coalesce(sum(c.granted), 0) from nodes c where c.parent = p.number))`)
  return rows.length
}

interface Usable {
  account: number
  licenses: number
  transfer: string
}

/**
 * The cell and the tree are read one after the other. An account that decided no transfer between two looks has had the
 * same licenses all the time, so they must be within what the tree has granted in between.
 */
export async function countOverUsed(tree: Query, cell: Query): Promise<number> {
  const before = await listUsable(cell)
  const granted = new Map(
    (
      await tree<{ account: number; granted: number }>(
        `select account_number as account, granted from nodes where kind = 'account' and granted is not null`,
      )
    ).map((row) => [row.account, row.granted]),
  )
  const after = new Map((await listUsable(cell)).map((row) => [row.account, row]))
  return before.filter(({ account, licenses, transfer }) => {
    const limit = granted.get(account)
    return limit !== undefined && after.get(account)?.transfer === transfer && licenses > limit
  }).length
}

function listUsable(cell: Query): Promise<Usable[]> {
  return cell<Usable>(`select account_id as account, licenses, license_transfer as transfer from accounts`)
}
