// Moves an account to another cell while it is being written to. Until the directory says that it lives there, everything
// can be undone; from then on, everything can only be finished.

import type { Residences } from '../../features/cells/move-directory.api.ts'
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
import type { Moved, Neighbour, Sides } from './move.types.ts'
import { until } from './wait.ts'

export type MoveContext = Pick<Context, 'bus' | 'now'> & {
  residences: Residences
  neighbour: Neighbour
  /** Those of the target. */
  jobs: Pick<Jobs, 'send'>
  say: (line: string) => void
}

const copyWithinMs = 24 * 3_600_000
const catchUpWithinMs = 600_000
const reachWithinMs = 15_000
const smallLagBytes = 2_000_000
const hourMs = 3_600_000

/** Begins anew where an earlier try was broken off, and finishes it where the account lives in the target already. */
export async function moveAccount(
  ctx: MoveContext,
  sides: Sides,
  accountId: number,
): Promise<Moved | 'finished'> {
  const { source, target } = sides
  const way = { from: source.cell, to: target.cell }
  await prepareLines(sides, accountId)
  const lives = await ctx.residences.find(accountId)
  if (lives?.cell === target.cell) {
    await finish(ctx, sides, accountId)
    return 'finished'
  }
  const tables = await check(sides, accountId)
  await undo(ctx, sides, accountId)
  if (!(await ctx.residences.begin(accountId, way)))
    throw new ConflictError('moves.not_here', `The account does not live in cell ${source.cell}.`)
  try {
    return await copyAndSwitch(ctx, sides, accountId, tables)
  } catch (error) {
    const after = await ctx.residences.find(accountId)
    if (after?.cell === target.cell) throw error
    ctx.say('it failed: the account goes on where it was')
    await undo(ctx, sides, accountId)
    throw error
  }
}

/** Of a move that was broken off. False where it is too late for that: then it can only be finished. */
export async function abortMove(ctx: MoveContext, sides: Sides, accountId: number): Promise<boolean> {
  await prepareLines(sides, accountId)
  const lives = await ctx.residences.find(accountId)
  if (lives?.cell !== sides.source.cell) return false
  await undo(ctx, sides, accountId)
  return true
}

async function prepareLines({ source, target }: Sides, accountId: number): Promise<void> {
  for (const { db } of [source, target]) await queries.setForms(db)
  if (!(await queries.lockMove(source.db, accountId)))
    throw new ConflictError('moves.going_on', 'Somebody else is moving this account.')
}

/** Before anything is changed. */
async function check({ source, target }: Sides, accountId: number): Promise<MovedTable[]> {
  const ours = await queries.findServer(source.db)
  const theirs = await queries.findServer(target.db)
  const refuse = (why: string) => new ConflictError('moves.impossible', why)
  if (!ours.isSuperuser || !theirs.isSuperuser)
    throw refuse('Both databases must be named by a superuser, for the time of the move only.')
  if (ours.walLevel !== 'logical')
    throw refuse(
      `The database of cell ${source.cell} has wal_level = ${ours.walLevel}. Set it to logical and restart it.`,
    )
  if (ours.freeSlots < 4)
    throw refuse('The database has no replication slots left: raise max_replication_slots.')
  if (String(ours.migrations) !== String(theirs.migrations))
    throw refuse('The cells have different schemas. Bring both to the same release first.')
  const numbers = await queries.listDeviceNumbers(source.db, accountId)
  if (numbers.length === 0 && !(await copying.fingerprintTable(source.db, 'accounts', accountId)).rows)
    throw refuse(`Cell ${source.cell} has no such account.`)
  if ((await queries.countTaken(target.db, accountId, numbers)) > 0)
    throw refuse(
      'Device numbers of the account are taken in the other cell. Were both made with the same range?',
    )
  const move = await queries.findMove(target.db, accountId)
  const { rows } = await copying.fingerprintTable(target.db, 'accounts', accountId)
  if (!move && rows > 0) throw refuse(`Cell ${target.cell} has rows of the account that nobody moved there.`)
  const tables = await copying.listMovedTables(source.db)
  const lost = tables.filter(({ isFollowable }) => !isFollowable)
  if (lost.length > 0)
    throw refuse(`Changes of ${lost.map(({ name }) => name)} cannot be followed by account.`)
  return tables
}

async function copyAndSwitch(
  ctx: MoveContext,
  sides: Sides,
  accountId: number,
  tables: MovedTable[],
): Promise<Moved> {
  const { source, target } = sides
  const beganMs = performance.now()
  await queries.setMove(target.db, accountId, 'arriving', source.cell)
  await queries.forgetInMemories(target.db, accountId)
  await forgetAccount(target.db, accountId)
  await queries.ensurePartitions(target.db, ctx.now())
  await copying.offerAccount(source.db, accountId, tables)
  await copying.followAccount(target.db, accountId, source.url)
  ctx.say(`copying ${tables.length} tables`)
  await waitForCopy(sides, accountId, tables.length)
  const comparedBefore = new Date(ctx.now().getTime() - hourMs)
  const old = await compareOldHistory(sides, accountId, comparedBefore)
  await until('Changes', catchUpWithinMs, async () => {
    const bytes = await copying.findLag(source.db, accountId)
    return bytes < smallLagBytes ? undefined : `${bytes} bytes are not there yet`
  })
  const copySeconds = secondsSince(beganMs)
  ctx.say(`copied in ${copySeconds} s; now nobody may change the account for a moment`)

  const closedMs = performance.now()
  await close(source, accountId, target.cell)
  await freeze(ctx, source, accountId, target.cell)
  const end = await copying.findEnd(source.db)
  await until('The last changes', reachWithinMs, async () =>
    (await copying.hasReached(source.db, accountId, end)) ? undefined : 'they are not there',
  )
  const same = await compareAll(sides, accountId, tables, comparedBefore)
  await copying.unfollowAccount(target.db, accountId)
  const names = tables.map(({ name }) => name)
  await queries.raiseSequences(target.db, accountId, names)
  await queries.setPositions(target.db, accountId, await ctx.neighbour.lastPlace())
  const jobs = await handOverJobs(ctx, sides, accountId)
  if (!(await ctx.residences.end(accountId, { from: source.cell, to: target.cell })))
    throw new ConflictError('moves.not_here', 'The directory says that the account is not on its way.')
  await queries.endMove(target.db, accountId)
  const pauseSeconds = secondsSince(closedMs)
  ctx.say(`it lives in cell ${target.cell} now, after a pause of ${pauseSeconds} s`)
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
    copyWithinMs,
    async () => {
      const state = await copying.findCopyState(target.db, accountId)
      if (state.errors > 0)
        throw new ConflictError('moves.refused', 'The other database refuses rows; its own log says why.')
      return state.ready === tables && state.tables === tables
        ? undefined
        : `${state.ready} tables are copied`
    },
    200,
  )
}

/** Once the target has them, the source must not do them too; it could not anyway. */
async function handOverJobs(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<number> {
  const jobs = await queries.listJobs(source.db, accountId)
  for (const { name, data } of jobs) {
    const kind = jobKinds.find((one) => one.name === name)
    if (kind) await ctx.jobs.send(target.db, kind, data)
  }
  return jobs.length
}

/** The account lives in the target. Done twice it is done once. */
async function finish(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<void> {
  await queries.endMove(target.db, accountId)
  await queries.setMove(source.db, accountId, 'gone', target.cell)
  await queries.setTimersAnew(target.db, accountId)
  for (const { db } of [source, target]) await queries.forgetIdentifiers(db, accountId)
  ctx.bus.signal('moves', { accountId })
  const jobs = await queries.listJobs(source.db, accountId)
  await queries.deleteJobs(
    source.db,
    jobs.map(({ id }) => id),
  )
  await copying.unfollowAccount(target.db, accountId)
  await copying.withdrawOffer(source.db, accountId, undefined)
}

/** The source first: there the account is waited for. */
async function undo(ctx: MoveContext, { source, target }: Sides, accountId: number): Promise<void> {
  await queries.endMove(source.db, accountId)
  await ctx.residences.giveUp(accountId, source.cell)
  const subscription = await copying.findSubscription(target.db, accountId)
  await copying.unfollowAccount(target.db, accountId)
  await copying.withdrawOffer(source.db, accountId, subscription)
  const move = await queries.findMove(target.db, accountId)
  if (move?.state !== 'arriving') return
  await forgetAccount(target.db, accountId)
  await queries.endMove(target.db, accountId)
}

/** How long ago an account left, and what is still held of it. An account that never left cannot be forgotten. */
export async function findLeft(db: Db, accountId: number): Promise<{ minutes: number; held: number }> {
  const move = await queries.findMove(db, accountId)
  if (move?.state !== 'gone')
    throw new ConflictError('moves.at_home', 'The account did not leave this cell. Nothing is removed.')
  const minutes = Math.floor((Date.now() - move.at.getTime()) / 60_000)
  return { minutes, held: await queries.countHeld(db, accountId) }
}

function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 100) / 10
}
