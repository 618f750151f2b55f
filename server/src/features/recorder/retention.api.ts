// Keeps the store of history in order: room for what comes, nothing of what is over.

import type { Context } from '../../platform/context.ts'
import type { DeletedDevice } from '../devices/device.jobs.ts'
import * as queries from './retention.queries.ts'

const dayMs = 86_400_000
const rowsAtOnce = 5_000

export interface KeptHistory {
  made: number
  dropped: string[]
  /** Locations that found no partition of their week. */
  unplaced: number
}

export async function keepHistory(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<KeptHistory> {
  const now = ctx.now()
  const dropped = await queries.dropOldPartitions(ctx.db.directory, now)
  const made = await queries.ensurePartitions(ctx.db.directory, now)
  await queries.deleteOldChanges(ctx.db.directory, new Date(now.getTime() - dayMs))
  await queries.deleteOldStrangers(ctx.db.directory, new Date(now.getTime() - dayMs))
  const unplaced = await queries.countUnplaced(ctx.db.recorder)
  if (unplaced > 0) ctx.log.error({ unplaced }, 'locations stand in the default partition')
  return { made, dropped, unplaced }
}

export async function forgetDevice(ctx: Pick<Context, 'db'>, device: DeletedDevice): Promise<void> {
  const db = ctx.db.forAccount(device.accountId)
  while ((await queries.deleteHistory(db, device.deviceNumber, rowsAtOnce)) > 0);
}
