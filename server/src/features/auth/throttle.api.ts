// Rate-limits failed sign-ins per name, per address and overall.

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import * as queries from './throttle.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>
type NeedsLog = Needs & Pick<Context, 'log'>

const successRefreshMs = 3_600_000

export interface Attempt {
  userName: string
  address: string
}

/** The stored throttles of an attempt. */
export type KnownThrottles = readonly queries.Throttle[]

/** Rejects an attempt too soon after failures. The error is the same for existing and unknown names. */
export async function admit(ctx: Needs, attempt: Attempt): Promise<KnownThrottles> {
  const now = ctx.now()
  const { name, address, pair } = subjectsOf(attempt)
  const overall = overallSubject(now)
  const throttles = await queries.listThrottles(ctx.db.directory, [name, address, pair, overall])
  const find = (subject: string) => throttles.find((throttle) => throttle.subject === subject)
  const waitMs = (subject: string) => (find(subject)?.freeAt.getTime() ?? 0) - now.getTime()

  // Guessing must not lock out the owner: from an address with an earlier success, only failures from there count.
  const nameSubject = find(pair)?.lastSuccessAt ? pair : name
  const maxWaitMs = Math.max(waitMs(nameSubject), waitMs(address))
  if (maxWaitMs > 0) throw tooMany(maxWaitMs)

  // Under a distributed attack, only addresses with an earlier success may try.
  const failures = find(overall)?.failures ?? 0
  if (failures >= ctx.config.access.failuresPerMinute && !find(address)?.lastSuccessAt) {
    throw tooMany(60_000)
  }
  return throttles
}

export async function countFailure(ctx: NeedsLog, attempt: Attempt): Promise<void> {
  const { failuresPerName, failuresPerAddress } = ctx.config.access
  const { name, address, pair } = subjectsOf(attempt)
  const now = ctx.now()
  await queries.countFailures(
    ctx.db.directory,
    [name, address, pair],
    [failuresPerName, failuresPerAddress, failuresPerName],
    now,
  )
  await queries.countOverall(ctx.db.directory, overallSubject(now), now)
  ctx.log.warn(logFieldsOf(ctx, attempt), 'sign-in failed')
}

/** Writes nothing for subjects with a success in the last hour and no failure since. */
export async function countSuccess(
  ctx: NeedsLog,
  attempt: Attempt,
  throttles: KnownThrottles = [],
): Promise<void> {
  const now = ctx.now()
  const fresh = throttles.filter(({ failures, lastSuccessAt }) => {
    return failures === 0 && lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < successRefreshMs
  })
  const stale = Object.values(subjectsOf(attempt)).filter(
    (subject) => !fresh.some((throttle) => throttle.subject === subject),
  )
  if (stale.length > 0) await queries.resetFailures(ctx.db.directory, stale, now)
  ctx.log.info(logFieldsOf(ctx, attempt), 'sign-in succeeded')
}

/** For secrets without a user name: failures count per address and purpose. */
export async function admitAddress(ctx: Needs, purpose: string, address: string): Promise<void> {
  const [throttle] = await queries.listThrottles(ctx.db.directory, [`${purpose}:${networkOf(address)}`])
  const waitMs = (throttle?.freeAt.getTime() ?? 0) - ctx.now().getTime()
  if (waitMs > 0) throw tooMany(waitMs)
}

export async function countFailureOfAddress(ctx: Needs, purpose: string, address: string): Promise<void> {
  const { failuresPerAddress } = ctx.config.access
  const subject = `${purpose}:${networkOf(address)}`
  await queries.countFailures(ctx.db.directory, [subject], [failuresPerAddress], ctx.now())
}

export async function deleteOldThrottles(ctx: Needs): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 86_400_000)
  await queries.deleteThrottles(ctx.db.directory, { lastFailure: daysAgo(2), lastSuccess: daysAgo(90) })
}

/** Names are stored as hashes, because people type passwords into the wrong field. */
function subjectsOf({ userName, address }: Attempt) {
  const name = createHash('sha256').update(userName.toLowerCase()).digest('base64url')
  const network = networkOf(address)
  return { name: `name:${name}`, address: `address:${network}`, pair: `pair:${name}@${network}` }
}

/** The keyed hash correlates log entries of one name without revealing it. */
function logFieldsOf({ config }: Pick<Needs, 'config'>, { userName, address }: Attempt) {
  const nameHash = sign(config.access, 'name in the log', userName.toLowerCase())
  return { address, name: nameHash.toString('base64url', 0, 9) }
}

/** One IPv4 address, or the /64 of an IPv6 customer. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array(Math.max(0, missing)).fill('0'), ...tail.split(':').filter(Boolean)]
  return `${full.slice(0, 4).join(':')}::/64`
}

function overallSubject(now: Date): string {
  return `overall:${now.toISOString().slice(0, 16)}`
}

function tooMany(waitMs: number): TooManyError {
  return new TooManyError('access.too_many_attempts', 'Too many failed attempts. Try again later.', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })
}
