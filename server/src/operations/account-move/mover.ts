// Moves an account to another cell online. Until the directory names the new home cell the move can be undone; after
// that it can only be finished.

import type { MoveDirectory } from '../../features/cells/move-directory.api.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import { compareAll, compareOldHistory } from './compare.ts'
import type { MovedTable } from './copy.queries.ts'
import * as copying from './copy.queries.ts'
import { close, freeze } from './drain.ts'
import { forgetAccount } from './forget.ts'
import * as queries from './move.queries.ts'
import type { Moved, PeerCell, Sides } from './move.types.ts'
import { until } from './wait.ts'

export type MoveContext = Pick<Context, 'bus' | 'now'> & {
  moveDirectory: MoveDirectory
  peer: PeerCell
  /** The job queue of the target. */
  jobs: Pick<Jobs, 'send'>
  report: (message: string) => void
}

const copyTimeoutMs = 24 * 3_600_000
const catchUpTimeoutMs = 600_000
const reachTimeoutMs = 15_000
const smallLagBytes = 2_000_000
const hourMs = 3_600_000

/** Restarts an interrupted move, or finishes it if the target is already the home cell. */
export async function moveAccount(
  ctx: MoveContext,
  sides: Sides,
  accountId: number,
): Promise<Moved | 'finished'> {
  const { source, target } = sides
  const route = { from: source.cell, to: target.cell }
  await prepareConnections(sides, accountId)
  const home = await ctx.moveDirectory.find(accountId)
  if (home?.cell === target.cell) {
    await finish(ctx, sides, accountId)
    return 'finished'
  }
  const tables = await check(sides, accountId)
  await undo(ctx, sides, accountId)
  if (!(await ctx.moveDirectory.begin(accountId, route)))
    throw new ConflictError('moves.not_here', `The account is not in cell ${source.cell}.`)
  try {
    return await copyAndSwitch(ctx, sides, accountId, tables)
  } catch (error) {
    const after = await ctx.moveDirectory.find(accountId)
    if (after?.cell === target.cell) throw error
    ctx.report('the move failed, the account stays in its cell')
    await undo(ctx, sides, accountId)
    throw error
  }
}

/** Undoes an interrupted move. False if the directory already names the new cell: then it can only be finished. */
export async function abortMove(ctx: MoveContext, sides: Sides, accountId: number): Promise<boolean> {
  await prepareConnections(sides, accountId)
  const home = await ctx.moveDirectory.find(accountId)
  if (home?.cell !== sides.source.cell) return false
  await undo(ctx, sides, accountId)
  return true
}

async function prepareConnections({ source, target }: Sides, accountId: number): Promise<void> {
  for (const { db } of [source, target]) await queries.setFormats(db)
  if (!(await queries.lockMove(source.db, accountId)))
    throw new ConflictError('moves.in_progress', 'This account is already being moved.')
}

/** Checks the preconditions before anything is changed. */
async function check({ source, target }: Sides, accountId: number): Promise<MovedTable[]> {
  const ours = await queries.findServer(source.db)
  const theirs = await queries.findServer(target.db)
  const refuse = (why: string) => new ConflictError('moves.impossible', why)
  if (!ours.isSuperuser || !theirs.isSuperuser)
    throw refuse('Both connection URLs must use a superuser, for the duration of the move only.')
  if (ours.walLevel !== 'logical')
    throw refuse(
      `The database of cell ${source.cell} has wal_level = ${ours.walLevel}. Set it to logical and restart PostgreSQL.`,
    )
  if (ours.freeSlots < 4)
    throw refuse('The database has too few free replication slots. Raise max_replication_slots.')
  if (String(ours.migrations) !== String(theirs.migrations))
    throw refuse('The cells have different schemas. Upgrade both to the same release first.')
  const numbers = await queries.listDeviceNumbers(source.db, accountId)
  if (numbers.length === 0 && !(await copying.fingerprintTable(source.db, 'accounts', accountId)).rows)
    throw refuse(`Cell ${source.cell} has no such account.`)
  if ((await queries.countTaken(target.db, accountId, numbers)) > 0)
    throw refuse(
      'Device numbers of the account are already used in the other cell. Do both cells have the same number range?',
    )
  if (await queries.isErasing(source.db, accountId)) throw refuse('The account is being erased.')
  const move = await queries.findMove(target.db, accountId)
  const { rows } = await copying.fingerprintTable(target.db, 'accounts', accountId)
  if (!move && rows > 0) throw refuse(`Cell ${target.cell} has rows of the account from outside of a move.`)
  const tables = await copying.listMovedTables(source.db)
  const unsupported = tables.filter(({ isReplicable }) => !isReplicable)
  if (unsupported.length > 0)
    throw refuse(`Changes of ${unsupported.map(({ name }) => name)} cannot be replicated by account.`)
  return tables
}

async function copyAndSwitch(
  ctx: MoveContext,
  sides: Sides,
  accountId: number,
  tables: MovedTable[],
): Promise<Moved> {
  const { source, target } = sides
  const startedMs = performance.now()
  await queries.setMove(target.db, accountId, 'arriving', source.cell)
  await queries.invalidateCaches(target.db, accountId)
  await forgetAccount(target.db, accountId)
  await queries.ensurePartitions(target.db, ctx.now())
  await copying.publishAccount(source.db, accountId, tables)
  await copying.subscribeAccount(target.db, accountId, source.url)
  ctx.report(`copying ${tables.length} tables`)
  await waitForCopy(sides, accountId, tables.length)
  const comparedBefore = new Date(ctx.now().getTime() - hourMs)
  const old = await compareOldHistory(sides, accountId, comparedBefore)
  await until('Changes', catchUpTimeoutMs, async () => {
    const bytes = await copying.findLag(source.db, accountId)
    return bytes < smallLagBytes ? undefined : `${bytes} bytes are not replicated yet`
  })
  const copySeconds = secondsSince(startedMs)
  ctx.report(`copied in ${copySeconds} s, pausing changes of the account`)

  const closedMs = performance.now()
  await close(source, accountId, target.cell)
  await freeze(ctx, source, accountId, target.cell)
  const end = await copying.findEnd(source.db)
  await until('The last changes', reachTimeoutMs, async () =>
    (await copying.hasReached(source.db, accountId, end)) ? undefined : 'they are not replicated',
  )
  const same = await compareAll(sides, accountId, tables, comparedBefore)
  await copying.unsubscribeAccount(target.db, accountId)
  const names = tables.map(({ name }) => name)
  await queries.raiseSequences(target.db, accountId, names)
  await queries.setPositions(target.db, accountId, await ctx.peer.lastPosition())
  const jobs = await handOverJobs(ctx, sides, accountId)
  if (!(await ctx.moveDirectory.end(accountId, { from: source.cell, to: target.cell })))
    throw new ConflictError('moves.not_here', 'The directory has no move of the account.')
  await queries.endMove(target.db, accountId)
  const pauseSeconds = secondsSince(closedMs)
  ctx.report(`moved to cell ${target.cell} after a pause of ${pauseSeconds} s`)
  await finish(ctx, sides, accountId)
  return {
    tables: tables.length,
    rows: same.rows,
    locations: old + same.locations,
    copySeconds,
    pauseSeconds,
    jobs,
  }
}

async function waitForCopy({ target }: Sides, accountId: number, tables: number): Promise<void> {
  await until(
    'The copy',
    copyTimeoutMs,
    async () => {
      const state = await copying.findCopyState(target.db, accountId)
      if (state.errors > 0)
        throw new ConflictError(
          'moves.refused',
          'The other database rejects rows. See its log for the reason.',
        )
      return state.ready === tables && state.tables === tables
        ? undefined
        : `${state.ready} of ${tables} tables are copied`
    },
    200,
  )
}

/** Recreates the account's pending jobs in the target. */
async function handOverJobs(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<number> {
  const jobs = await queries.listJobs(source.db, accountId)
  for (const { name, data } of jobs) {
    const kind = jobKinds.find((one) => one.name === name)
    if (kind) await ctx.jobs.send(target.db, kind, data)
  }
  return jobs.length
}

/** Idempotent clean-up once the target is the home cell. */
async function finish(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<void> {
  await queries.endMove(target.db, accountId)
  await queries.setMove(source.db, accountId, 'gone', target.cell)
  await queries.resetTimers(target.db, accountId)
  for (const { db } of [source, target]) await queries.forgetIdentifiers(db, accountId)
  ctx.bus.signal('moves', { accountId })
  const jobs = await queries.listJobs(source.db, accountId)
  await queries.deleteJobs(
    source.db,
    jobs.map(({ id }) => id),
  )
  await copying.unsubscribeAccount(target.db, accountId)
  await copying.dropPublication(source.db, accountId, undefined)
}

/** The source first, so that changes of the account resume as soon as possible. */
async function undo(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<void> {
  await queries.endMove(source.db, accountId)
  await ctx.moveDirectory.abort(accountId, source.cell)
  const subscription = await copying.findSubscription(target.db, accountId)
  await copying.unsubscribeAccount(target.db, accountId)
  await copying.dropPublication(source.db, accountId, subscription)
  const move = await queries.findMove(target.db, accountId)
  if (move?.state !== 'arriving') return
  await forgetAccount(target.db, accountId)
  await queries.endMove(target.db, accountId)
}

/** Minutes since the move, and buffered batches left. Throws for an account that has not moved away. */
export async function findDeparture(
  db: Db,
  accountId: number,
): Promise<{ minutes: number; buffered: number }> {
  const move = await queries.findMove(db, accountId)
  if (move?.state !== 'gone')
    throw new ConflictError(
      'moves.not_moved',
      'The account has not moved away from this cell. Nothing was removed.',
    )
  const minutes = Math.floor((Date.now() - move.at.getTime()) / 60_000)
  return { minutes, buffered: await queries.countBuffered(db, accountId) }
}

function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 100) / 10
}
