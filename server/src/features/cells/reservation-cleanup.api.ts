// Releases abandoned name reservations of processes that died between reservation and commit, or between deletion and
// release. Pending ones are found within minutes. In addition, all reservations of the cell's accounts are compared
// with the cell's own names, page by page.

import type { Cells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { NameKind } from './cell.types.ts'
import type { CellReservation, ReservationCursor } from './name-reservation.queries.ts'
import * as reservations from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

const everyMs = 60_000
/** Longer than any transaction lasts. */
const defaultMinAgeSeconds = 300
const batchSize = 2_000
const firstCursor: ReservationCursor = { accountNumber: 0, kind: '', name: '' }

type Needs = Pick<Context, 'db' | 'cells'>

/** Undefined in a single-cell installation. */
export function startReservationCleanup(ctx: Needs & Pick<Context, 'log'>): Poller | undefined {
  if (!ctx.cells) return undefined
  let cursor = firstCursor
  return startPoller(ctx, { what: 'name reservations', everyMs }, async () => {
    const abandoned = await releaseAbandoned(ctx)
    cursor = await comparePage(ctx, cursor)
    return abandoned === batchSize
  })
}

/** Settles abandoned reservations of names that the account has, and releases the others. */
export async function releaseAbandoned(ctx: Needs, minAgeSeconds = defaultMinAgeSeconds): Promise<number> {
  if (!ctx.cells) return 0
  const { directory, own } = ctx.cells
  const abandoned = await reservations.listAbandoned(directory, own, minAgeSeconds, batchSize)
  const existing = await releaseMissing({ db: ctx.db, cells: ctx.cells }, abandoned)
  if (existing.length > 0) await reservations.settleAbandoned(directory, existing)
  return abandoned.length
}

/** Checks one page of all reservations; returns the cursor of the next page. */
export async function comparePage(
  ctx: Needs,
  cursor: ReservationCursor = firstCursor,
  minAgeSeconds = defaultMinAgeSeconds,
): Promise<ReservationCursor> {
  if (!ctx.cells) return firstCursor
  const { directory, own } = ctx.cells
  const page = await reservations.pageReservations(directory, own, cursor, minAgeSeconds, batchSize)
  await releaseMissing({ db: ctx.db, cells: ctx.cells }, page)
  return (page.length === batchSize && page.at(-1)) || firstCursor
}

/** The reservations were read first: a name taken after the check below was reserved again and has a new stamp. */
async function releaseMissing(
  { db, cells }: { db: Needs['db']; cells: Cells },
  seen: CellReservation[],
): Promise<CellReservation[]> {
  const existing: CellReservation[] = []
  for (const group of Map.groupBy(seen, ({ accountNumber, kind }) => `${accountNumber} ${kind}`).values()) {
    const { accountNumber, kind } = group[0] as { accountNumber: number; kind: NameKind }
    const names = group.map(({ name }) => name)
    const own = new Set(await ownNames.listOwn(db.forAccount(accountNumber), kind, names))
    const missing = group.filter(({ name }) => !own.has(name))
    if (missing.length > 0)
      await reservations.deleteReservations(cells.directory, cells.own, accountNumber, kind, missing)
    existing.push(...group.filter(({ name }) => own.has(name)))
  }
  return existing
}
