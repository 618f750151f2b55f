// Claims that nobody needs: of processes that died between a claim and its commit, or between a deletion and its release.
// They are found by their mark within minutes. Beside that all claims of the cell's accounts are compared with what the
// cell has, a page at a time.

import type { Cells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import type { NameKind } from './cell.types.ts'
import type { CellClaim, ClaimPlace } from './name-reservation.queries.ts'
import * as claims from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

const lookEveryMs = 60_000
/** Longer than any transaction lasts. */
const oldEnoughSeconds = 300
const perLook = 2_000
const beginning: ClaimPlace = { accountNumber: 0, kind: '', name: '' }

type Needs = Pick<Context, 'db' | 'cells'>

/** Undefined where this cell is the only one. */
export function startClaimSweep(ctx: Needs & Pick<Context, 'log'>): Sweep | undefined {
  if (!ctx.cells) return undefined
  let place = beginning
  return startSweep(ctx, { what: 'claims on names', everyMs: lookEveryMs }, async () => {
    const abandoned = await releaseAbandoned(ctx)
    place = await comparePage(ctx, place)
    return abandoned === perLook
  })
}

/** Of those that were left behind: what the account has is settled, what it does not have is released. */
export async function releaseAbandoned(ctx: Needs, olderSeconds = oldEnoughSeconds): Promise<number> {
  if (!ctx.cells) return 0
  const { directory, own } = ctx.cells
  const left = await claims.listAbandoned(directory, own, olderSeconds, perLook)
  const there = await releaseGone({ db: ctx.db, cells: ctx.cells }, left)
  if (there.length > 0) await claims.settleAbandoned(directory, there)
  return left.length
}

/** One page of all claims; returns where the next one begins. */
export async function comparePage(
  ctx: Needs,
  place: ClaimPlace = beginning,
  olderSeconds = oldEnoughSeconds,
): Promise<ClaimPlace> {
  if (!ctx.cells) return beginning
  const { directory, own } = ctx.cells
  const page = await claims.pageClaims(directory, own, place, olderSeconds, perLook)
  await releaseGone({ db: ctx.db, cells: ctx.cells }, page)
  return (page.length === perLook && page.at(-1)) || beginning
}

/** The claims were read first: whoever takes a name after we have looked here has claimed it anew. */
async function releaseGone(
  { db, cells }: { db: Needs['db']; cells: Cells },
  seen: CellClaim[],
): Promise<CellClaim[]> {
  const there: CellClaim[] = []
  for (const some of Map.groupBy(seen, ({ accountNumber, kind }) => `${accountNumber} ${kind}`).values()) {
    const { accountNumber, kind } = some[0] as { accountNumber: number; kind: NameKind }
    const names = some.map(({ name }) => name)
    const own = new Set(await ownNames.listOwn(db.forAccount(accountNumber), kind, names))
    const gone = some.filter(({ name }) => !own.has(name))
    if (gone.length > 0) await claims.releaseNames(cells.directory, cells.own, accountNumber, kind, gone)
    there.push(...some.filter(({ name }) => own.has(name)))
  }
  return there
}
