// The notifier erases accounts whose day has come.

import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { ErasureCounts } from './closing.queries.ts'
import * as closing from './closing.queries.ts'
import * as eraser from './eraser.queries.ts'
import type { EraseOptions, EraseOutcome } from './eraser.ts'
import { eraseAccount, openEraser } from './eraser.ts'

type Needs = Pick<Context, 'config' | 'db' | 'bus' | 'now' | 'log' | 'cells'>

const pollEveryMs = 30_000
const maxPerPoll = 10
const firstRetryMs = 60_000
const longestRetryMs = 3_600_000

/** Undefined without the eraser's role: the doctor reports it. */
export function startErasures(
  ctx: Needs,
  { everyMs = pollEveryMs, ...options }: EraseOptions & { everyMs?: number } = {},
): Poller | undefined {
  if (!ctx.config.db.eraserUrl) return undefined
  return startPoller(ctx, { what: 'erasures', everyMs }, async () => {
    const due = await closing.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
    for (const { accountId } of due) await tryErase(ctx, accountId, options)
    return due.length === maxPerPoll
  })
}

async function tryErase(ctx: Needs, accountId: number, options: EraseOptions): Promise<void> {
  try {
    await eraseAccount(ctx, accountId, options)
  } catch (error) {
    ctx.log.error({ err: error, accountId }, 'erasure failed, will retry')
    await delay(ctx, accountId).catch(() => {})
  }
}

async function delay(ctx: Needs, accountId: number): Promise<void> {
  const { db, end } = await openEraser(ctx, accountId)
  try {
    const erasure = await eraser.findErasure(db, accountId)
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (erasure?.attempts ?? 0))
    await eraser.postpone(db, accountId, new Date(ctx.now().getTime() + waitMs), true)
  } finally {
    await end()
  }
}

/** For the operator: an account whose day has come, at once. */
export function eraseNow(ctx: Needs, accountId: number, options: EraseOptions = {}): Promise<EraseOutcome> {
  return eraseAccount(ctx, accountId, options)
}

/** For the doctor. */
export function countErasures(ctx: Pick<Context, 'db' | 'now'>): Promise<ErasureCounts> {
  return closing.countErasures(ctx.db.directory, ctx.now())
}
