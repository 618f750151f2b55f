// Keeps the partitions of trips and days: creates future ones, and drops those past their retention. What is not
// partitioned is deleted account by account.

import type { Context } from '../../platform/context.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { pageAccountNumbers } from '../auth/auth.api.ts'
import type { DeletedDevice } from '../devices/device.jobs.ts'
import { deleteOldDrivers } from '../drivers/retention.api.ts'
import { deleteOldFuel } from '../fuel/retention.api.ts'
import { deleteOldAnnotations } from './driving/annotation.queries.ts'
import * as queries from './retention.queries.ts'
import { deleteOldSessions } from './sessions/session.queries.ts'
import { deleteOldShapes } from './visits/area.queries.ts'
import { maxPositions } from './visits/areas-cache.ts'
import { deleteOldVisits } from './visits/visit.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config'>

const dayMs = 86_400_000
const hourMs = 3_600_000
const rowsPerStatement = 5_000
const devicesPerPage = 500
const accountsPerPage = 500

export interface KeptTrips {
  made: number
  dropped: string[]
}

/** At the start, and every hour: an attempt that finds the tables locked gives up. Rows are trimmed once a day. */
export function startTripRetention(ctx: Needs): Poller {
  let trimmedAtMs = Number.NEGATIVE_INFINITY
  return startPoller(ctx, { what: 'trip partitions', everyMs: hourMs }, async () => {
    const { made, dropped } = await keepTripPartitions(ctx)
    if (made > 0 || dropped.length > 0) ctx.log.info({ made, dropped }, 'trip partitions')
    const nowMs = +ctx.now()
    if (nowMs - trimmedAtMs < dayMs) return false
    await trimTrips(ctx)
    trimmedAtMs = nowMs
    return false
  })
}

export async function keepTripPartitions(ctx: Pick<Needs, 'db' | 'now' | 'config'>): Promise<KeptTrips> {
  const now = ctx.now()
  const { keepDays, keepDayDays } = ctx.config.trips
  const made = await queries.ensurePartitions(ctx.db.directory, now)
  const dropped = await queries.dropOldPartitions(
    ctx.db.directory,
    new Date(+now - keepDays * dayMs),
    new Date(+now - keepDayDays * dayMs),
  )
  return { made, dropped }
}

/** Deletes what belongs to segments that are no longer kept. Returns how many rows. */
export async function trimTrips(ctx: Needs): Promise<number> {
  const before = new Date(+ctx.now() - ctx.config.trips.keepDays * dayMs)
  let deleted = 0
  for (let after = 0; ; ) {
    const page = await pageAccountNumbers(ctx, after, accountsPerPage)
    for (const { accountId } of page) {
      try {
        deleted += await trimAccount(ctx, accountId, before)
      } catch (error) {
        if (!isRefusedMoving(error)) ctx.log.warn({ err: error, accountId }, 'trips were not trimmed')
      }
    }
    if (page.length < accountsPerPage) return deleted
    after = page.at(-1)!.accountId
  }
}

async function trimAccount(ctx: Pick<Needs, 'db'>, accountId: number, before: Date): Promise<number> {
  const db = ctx.db.forAccount(accountId)
  await queries.deleteOrphanedSettings(db)
  let deleted = await untilNone(() => queries.deleteOldCorrections(db, before, rowsPerStatement))
  deleted += await untilNone(() => deleteOldVisits(db, before, rowsPerStatement))
  deleted += await untilNone(() => deleteOldSessions(db, before, rowsPerStatement))
  deleted += await untilNone(() => deleteOldAnnotations(db, before, rowsPerStatement))
  deleted += await untilNone(() => deleteOldDrivers(db, before, rowsPerStatement))
  deleted += await untilNone(() => deleteOldFuel(db, before, rowsPerStatement))
  deleted += await deleteOldShapes(db, before, maxPositions)
  for (let after = 0; ; ) {
    const page = await queries.pageDevices(db, after, devicesPerPage)
    const numbers = page.map(({ number }) => number)
    deleted += await untilNone(() => queries.deleteOldSegmentDays(db, numbers, before, rowsPerStatement))
    if (page.length < devicesPerPage) return deleted
    after = numbers.at(-1)!
  }
}

/** Of a deleted device. Partitioned tables and settings have no foreign key. */
export async function forgetTrips(
  ctx: Pick<Context, 'db'>,
  { accountId, deviceNumber }: DeletedDevice,
): Promise<void> {
  const db = ctx.db.forAccount(accountId)
  await queries.deleteOrphanedSettings(db)
  await untilNone(() => queries.deleteSegments(db, deviceNumber, rowsPerStatement))
  await untilNone(() => queries.deleteDays(db, deviceNumber, rowsPerStatement))
}

async function untilNone(remove: () => Promise<number>): Promise<number> {
  for (let deleted = 0; ; ) {
    const rows = await remove()
    deleted += rows
    if (rows < rowsPerStatement) return deleted
  }
}

export interface TripPartitions {
  /** Partitions of this and the next month, and of this year, that do not exist. */
  missing: string[]
  /** Recent rows are in a default partition. */
  hasUnplaced: boolean
}

/** Older rows belong in the default partitions: history that was imported late. */
const recentMs = 365 * dayMs

export async function checkTripPartitions(ctx: Pick<Context, 'db' | 'now'>): Promise<TripPartitions> {
  const now = ctx.now()
  return {
    missing: await queries.listMissingPartitions(ctx.db.directory, now),
    hasUnplaced: await queries.hasUnplaced(ctx.db.recorder, new Date(+now - recentMs)),
  }
}
