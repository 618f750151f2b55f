// Keeps the partitions of the location store: creates future ones, and drops those past their retention.

import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { DeletedDevice } from '../devices/device.jobs.ts'
import * as queries from './retention.queries.ts'
import { deleteStatuses } from './status.queries.ts'

const dayMs = 86_400_000
const rowsPerStatement = 5_000

/** Creates partitions ahead and drops expired ones, every hour. */
export const keepPartitions = defineJob<object>('location-partitions', { cron: '41 * * * *' })

export interface KeptHistory {
  made: number
  dropped: string[]
  /** Locations in the default partition, because that of their week was missing. */
  unplaced: number
}

export async function keepHistory(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<KeptHistory> {
  const now = ctx.now()
  const dropped = await queries.dropOldPartitions(ctx.db.directory, now)
  const made = await queries.ensurePartitions(ctx.db.directory, now)
  await queries.deleteOldChanges(ctx.db.directory, new Date(now.getTime() - dayMs))
  await queries.deleteOldQuarantine(ctx.db.directory, new Date(now.getTime() - dayMs))
  const unplaced = await queries.countUnplaced(ctx.db.recorder)
  if (unplaced > 0) ctx.log.error({ unplaced }, 'locations in the default partition')
  return { made, dropped, unplaced }
}

export async function forgetDevice(ctx: Pick<Context, 'db'>, device: DeletedDevice): Promise<void> {
  const db = ctx.db.forAccount(device.accountId)
  while ((await queries.deleteHistory(db, device.deviceNumber, rowsPerStatement)) > 0);
  while ((await deleteStatuses(db, [device.deviceNumber], undefined, rowsPerStatement)) > 0);
}
