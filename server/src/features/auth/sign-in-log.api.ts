// The log of sign-ins of known users. Successes are written with the session; refusals are written shortly after the
// response, so that neither its time nor its load depends on whether the name exists.

import { inBackground } from '../../platform/async/in-background.ts'
import type { Context, Tx } from '../../platform/context.ts'
import type { Pool } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { originOf } from './origin.ts'
import type { RefusalReason, SignInMethod, SignInOrigin } from './sign-in.types.ts'
import * as queries from './sign-in-log.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const keepMs = 90 * 86_400_000
/** Of one user, day and method; refusals and successes each. Refusals of others cannot displace a success. */
const maxADay = 100
/** Names are resolved when the refusals are written; they stay in memory this long. */
const writeAfterMs = 1_000
const maxWaiting = 5_000

export async function recordSignIn(
  ctx: Pick<Tx, 'db' | 'now'>,
  one: { userId: string; method: SignInMethod; clientId: string } & SignInOrigin,
): Promise<void> {
  const { userId, method, clientId, ...origin } = one
  const row = { userId, method, clientId, at: ctx.now(), ...originOf(origin) }
  await queries.insertSuccess(ctx.db, row, maxADay)
}

interface Waiting {
  refusals: queries.Refused[]
  timer: NodeJS.Timeout | undefined
}

const waitingOf = new WeakMap<Pool, Waiting>()

/** For known and unknown names alike: only later is looked whether the name exists. */
export function recordRefusal(
  ctx: Needs,
  one: { userName: string; method: SignInMethod; reason: RefusalReason } & SignInOrigin,
): void {
  const waiting = waitingOf.get(ctx.db) ?? { refusals: [], timer: undefined }
  waitingOf.set(ctx.db, waiting)
  if (waiting.refusals.length >= maxWaiting) {
    metrics.signInsUnrecorded.inc()
    return
  }
  const { userName, method, reason, ...origin } = one
  const named = { userName: userName.toLowerCase(), method, reason }
  waiting.refusals.push({ ...named, at: ctx.now(), ...originOf(origin) })
  waiting.timer ??= setTimeout(() => inBackground(ctx, writeRefusals(ctx)), writeAfterMs).unref()
}

/** Also when the process stops. Never throws. */
export async function writeRefusals(ctx: Needs): Promise<void> {
  const waiting = waitingOf.get(ctx.db)
  if (!waiting || waiting.refusals.length === 0) return
  const refusals = waiting.refusals.splice(0)
  clearTimeout(waiting.timer)
  waiting.timer = undefined
  try {
    const names = [...new Set(refusals.map(({ userName }) => userName))]
    const users = new Map(
      (await queries.findUsersByName(ctx.db.directory, names)).map((user) => [user.userName, user]),
    )
    metrics.signInsOfUnknown.inc(refusals.filter(({ userName }) => !users.has(userName)).length)
    for (const accountId of new Set([...users.values()].map((user) => user.accountId))) {
      const rows = refusals.flatMap(({ userName, ...rest }) => {
        const user = users.get(userName)
        return user?.accountId === accountId ? [{ ...rest, userId: user.userId }] : []
      })
      await queries.insertRefusals(ctx.db.forAccount(accountId), rows, maxADay)
    }
  } catch (error) {
    // The database is unavailable, or the account is being moved: nobody signs in meanwhile either.
    metrics.signInsUnrecorded.inc(refusals.length)
    ctx.log.warn({ err: error, refusals: refusals.length }, 'refused sign-ins not recorded')
  }
}

/** Reads pages of the last 90 days, newest first. */
export function listSignIns(
  ctx: Pick<Context, 'db' | 'now'>,
  { accountId, userId }: { accountId: number; userId: string },
) {
  const db = ctx.db.forAccount(accountId)
  const since = oldestKept(ctx)
  return (cursor: PageCursor) => queries.listSignIns(db, userId, since, cursor)
}

export function keepSignInPartitions(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  return queries.keepPartitions(ctx.db.directory, ctx.now(), oldestKept(ctx))
}

export function oldestKept(ctx: Pick<Context, 'now'>): Date {
  return new Date(ctx.now().getTime() - keepMs)
}
