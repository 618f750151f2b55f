// Rate-limits failed sign-ins per name, per address and overall.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import * as queries from './throttle.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>
type NeedsLog = Needs & Pick<Context, 'log'>

/** How long an attempt waits for others that are not judged yet. */
const maxWaitMs = 2_000
const firstPauseMs = 20
/** The count of a minute never makes a subject wait; the minute itself does. */
const unlimited = 2_147_483_647

export interface Attempt {
  userName: string
  address: string
}

/**
 * Judges an attempt that was counted before, so that parallel attempts are judged as often as consecutive ones.
 * `judge` returns undefined for a wrong credential. The error is the same for existing and unknown names. `isFinal`
 * returns false if a second factor follows: the password alone does not reset the failures of the name.
 */
export async function judgeAttempt<T>(
  ctx: NeedsLog,
  attempt: Attempt,
  judge: (isKnown: boolean) => Promise<T | undefined>,
  isFinal: (judged: T) => boolean = () => true,
): Promise<T | undefined> {
  const subjects = subjectsOf(attempt, ctx.now())
  const { isKnown } = await reserve(ctx, subjects)
  let judged: T | undefined
  try {
    judged = await judge(isKnown)
  } catch (error) {
    // If this fails too, the reservation expires.
    await queries.giveBack(ctx.db.directory, subjects).catch(() => {})
    throw error
  }
  if (judged === undefined) await countFailure(ctx, subjects)
  else if (!isFinal(judged)) await queries.giveBack(ctx.db.directory, subjects)
  else await queries.countSuccess(ctx.db.directory, subjects, ctx.now())
  const fields = logFieldsOf(ctx, attempt)
  if (judged === undefined) ctx.log.warn(fields, 'sign-in failed')
  else ctx.log.info(fields, 'sign-in succeeded')
  return judged
}

/** A burst with right credentials waits for its own attempts in flight instead of being rejected. */
async function reserve(ctx: Needs, subjects: queries.Subjects): Promise<queries.Reservation> {
  const { failuresPerName, failuresPerAddress, failuresPerMinute } = ctx.config.access
  const allowances = {
    perName: failuresPerName,
    perAddress: failuresPerAddress,
    perMinute: failuresPerMinute,
  }
  const giveUpAt = performance.now() + maxWaitMs
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const reserved = await queries.reserveAttempt(ctx.db.directory, subjects, allowances, ctx.now())
    if (reserved.waitMs > 0) throw tooMany(reserved.waitMs)
    if (!reserved.isBusy) return reserved
    if (performance.now() + pauseMs > giveUpAt) throw tooMany(1_000 + Math.random() * 4_000)
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

function countFailure(ctx: Needs, { name, address, pair, overall }: queries.Subjects): Promise<void> {
  const { failuresPerName, failuresPerAddress } = ctx.config.access
  return queries.countFailures(
    ctx.db.directory,
    [name, address, pair, overall],
    [failuresPerName, failuresPerAddress, failuresPerName, unlimited],
    ctx.now(),
  )
}

/** For secrets without a user name: failures count per address and purpose. */
export function admitAddress(ctx: Needs, purpose: string, address: string): Promise<void> {
  return admitSubject(ctx, purpose, networkOf(address))
}

export function countFailureOfAddress(ctx: Needs, purpose: string, address: string): Promise<void> {
  return countFailureOf(ctx, purpose, networkOf(address))
}

/** For failures of an account or another subject. */
export async function admitSubject(ctx: Needs, purpose: string, subject: string): Promise<void> {
  const freeAt = await queries.findFreeAt(ctx.db.directory, `${purpose}:${subject}`)
  const waitMs = (freeAt?.getTime() ?? 0) - ctx.now().getTime()
  if (waitMs > 0) throw tooMany(waitMs)
}

export async function countFailureOf(ctx: Needs, purpose: string, subject: string): Promise<void> {
  const { failuresPerAddress } = ctx.config.access
  await queries.countFailures(ctx.db.directory, [`${purpose}:${subject}`], [failuresPerAddress], ctx.now())
}

/** Counts one use and returns the number of today (UTC). */
export function countToday(
  ctx: Pick<Context, 'db' | 'now'>,
  purpose: string,
  subject: string,
): Promise<number> {
  const now = ctx.now()
  return queries.countUse(ctx.db.directory, `${purpose}:${now.toISOString().slice(0, 10)}:${subject}`, now)
}

/** The same for the hour that began last. */
export function countThisHour(
  ctx: Pick<Context, 'db' | 'now'>,
  purpose: string,
  subject: string,
): Promise<number> {
  const now = ctx.now()
  return queries.countUse(ctx.db.directory, `${purpose}:${now.toISOString().slice(0, 13)}:${subject}`, now)
}

/** Counts a wrong password for a name, existing or not. Returns how many there were in a row. */
export function countWrongPassword(ctx: Pick<Context, 'db' | 'now'>, userName: string): Promise<number> {
  return queries.countInRow(ctx.db.directory, passwordSubjectOf(userName), ctx.now())
}

export function forgetWrongPasswords(ctx: Pick<Context, 'db'>, userName: string): Promise<void> {
  return queries.deleteThrottle(ctx.db.directory, passwordSubjectOf(userName))
}

export async function deleteOldThrottles(ctx: Needs): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 86_400_000)
  await queries.deleteThrottles(ctx.db.directory, {
    lastFailure: daysAgo(2),
    lastSuccess: daysAgo(90),
    lastInRow: daysAgo(30),
  })
}

/** Names are stored as hashes, because people type passwords into the wrong field. */
function subjectsOf({ userName, address }: Attempt, now: Date): queries.Subjects {
  const name = hashOfName(userName)
  const network = networkOf(address)
  return {
    name: `name:${name}`,
    address: `address:${network}`,
    pair: `pair:${name}@${network}`,
    // The window is part of the subject.
    overall: `overall:${now.toISOString().slice(0, 16)}`,
  }
}

/** API keys of the same name do not count: a program with an old key must not lock the password. */
function passwordSubjectOf(userName: string): string {
  return `${queries.inRowPrefix}${hashOfName(userName)}`
}

function hashOfName(userName: string): string {
  return createHash('sha256').update(userName.toLowerCase()).digest('base64url')
}

/** The keyed hash correlates log entries of one name without revealing it. */
function logFieldsOf({ config }: Pick<Needs, 'config'>, { userName, address }: Attempt) {
  const nameHash = sign(config.access, 'name in the log', userName.toLowerCase())
  return { address, name: nameHash.toString('base64url', 0, 9) }
}

function tooMany(waitMs: number): TooManyError {
  return new TooManyError('access.too_many_attempts', 'Too many failed attempts. Try again later.', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })
}
