// News leaves the database exactly when its transaction commits: it is written there, and published from there.

import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import type { Announcement, EventKind } from './event.types.ts'
import { toJson } from './event-encoding.api.ts'
import { appendEvents } from './event-log.api.ts'
import type { ClaimedAnnouncement } from './outbox.queries.ts'
import * as queries from './outbox.queries.ts'

/** Within a transaction. */
export async function announce(ctx: { db: AccountDb }, outbox: Announcement[]): Promise<void> {
  if (outbox.length > 0) await queries.insertAnnouncements(ctx.db, outbox)
}

const lookEveryMs = 100
const maxPerLook = 1_000
/** Longer than the log may take to answer. */
const claimedForMs = 15_000

export function startPublishing(ctx: Pick<Context, 'db' | 'bus' | 'log'>): Sweep {
  return startSweep(ctx, { what: 'outbox', everyMs: lookEveryMs }, () => publishAnnouncements(ctx))
}

/** By the wall clock, whatever time the rooms believe it is: a claim is between processes. */
async function publishAnnouncements(ctx: Pick<Context, 'db' | 'bus' | 'log'>): Promise<boolean> {
  const now = new Date()
  const claimed = await ctx.db.begin('recorder', (db) =>
    queries.claimAnnouncements(db, now, new Date(now.getTime() + claimedForMs), maxPerLook),
  )
  const ofAccounts = Map.groupBy(claimed, ({ accountId }) => accountId)
  await Promise.all([...ofAccounts.values()].map((outbox) => publishInOrder(ctx, outbox)))
  return claimed.length === maxPerLook
}

/** What happened first is told first, over all kinds; what follows each other in one kind goes together. */
async function publishInOrder(
  ctx: Pick<Context, 'db' | 'bus' | 'log'>,
  outbox: ClaimedAnnouncement[],
): Promise<void> {
  let told = 0
  try {
    while (told < outbox.length) {
      const kind = kindOf(outbox[told]!.type)
      const next = outbox.findIndex(({ type }, index) => index > told && kindOf(type) !== kind)
      const run = outbox.slice(told, next === -1 ? undefined : next)
      const events = run.map((one) => ({ ...one, json: toJson(one) }))
      await appendEvents(ctx, run[0]!.accountId, kind, events)
      told += run.length
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'outbox could not be published, will retry')
  }
  if (told > 0) await queries.deleteAnnouncements(ctx.db.recorder, outbox.slice(0, told))
  if (told < outbox.length) await queries.releaseAnnouncements(ctx.db.recorder, outbox.slice(told))
}

function kindOf(type: string): EventKind {
  return type.split('.', 1)[0] as EventKind
}

/** When that happened which waits longest to be told. */
export function findOldestUntold(ctx: Pick<Context, 'db'>): Promise<Date | undefined> {
  return queries.findOldestUntold(ctx.db.recorder)
}
