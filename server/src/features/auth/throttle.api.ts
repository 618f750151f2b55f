// Slows down whoever guesses: per name, per address, and over all names together.

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import * as queries from './throttle.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>
type Witness = Needs & Pick<Context, 'log'>

const rememberAgainAfterMs = 3_600_000

export interface Attempt {
  userName: string
  address: string
}

/** What is remembered of those who made an attempt. */
export type Remembered = readonly queries.Throttle[]

/** Refuses an attempt that comes too soon after failures. Says the same whether the name exists or not. */
export async function admit(ctx: Needs, attempt: Attempt): Promise<Remembered> {
  const now = ctx.now()
  const { name, address, pair } = subjectsOf(attempt)
  const overall = overallSubject(now)
  const throttles = await queries.listThrottles(ctx.db.directory, [name, address, pair, overall])
  const find = (subject: string) => throttles.find((throttle) => throttle.subject === subject)
  const waitMs = (subject: string) => (find(subject)?.freeAt.getTime() ?? 0) - now.getTime()

  // Whoever guesses at a name must not lock its owner out: where he got in before, only failures there count.
  const whose = find(pair)?.lastSuccessAt ? pair : name
  const longestMs = Math.max(waitMs(whose), waitMs(address))
  if (longestMs > 0) throw tooMany(longestMs)

  // Many names from many addresses: then only addresses that have succeeded before are let through.
  const failures = find(overall)?.failures ?? 0
  if (failures >= ctx.config.access.failuresOverallPerMinute && !find(address)?.lastSuccessAt) {
    throw tooMany(60_000)
  }
  return throttles
}

export async function countFailure(ctx: Witness, attempt: Attempt): Promise<void> {
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
  ctx.log.warn(traceOf(ctx, attempt), 'somebody did not get in')
}

/** Whoever got in within the hour and did not fail since has nothing to forget: nothing is written, and nothing synced. */
export async function countSuccess(
  ctx: Witness,
  attempt: Attempt,
  remembered: Remembered = [],
): Promise<void> {
  const now = ctx.now()
  const fresh = remembered.filter(({ failures, lastSuccessAt }) => {
    return failures === 0 && lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < rememberAgainAfterMs
  })
  const stale = Object.values(subjectsOf(attempt)).filter(
    (subject) => !fresh.some((throttle) => throttle.subject === subject),
  )
  if (stale.length > 0) await queries.forgetFailures(ctx.db.directory, stale, now)
  ctx.log.info(traceOf(ctx, attempt), 'somebody got in')
}

/** For secrets that belong to no name: only where the failures came from counts, for each purpose apart. */
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

export async function forgetOldThrottles(ctx: Needs): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 86_400_000)
  await queries.deleteThrottles(ctx.db.directory, { lastFailure: daysAgo(2), lastSuccess: daysAgo(90) })
}

/** Names are kept as hashes: people type passwords into the wrong field. */
function subjectsOf({ userName, address }: Attempt) {
  const name = createHash('sha256').update(userName.toLowerCase()).digest('base64url')
  const network = networkOf(address)
  return { name: `name:${name}`, address: `address:${network}`, pair: `pair:${name}@${network}` }
}

/** Lines of one name have the same mark, which tells the name to nobody who has not the operator's secret. */
function traceOf({ config }: Pick<Needs, 'config'>, { userName, address }: Attempt) {
  const mark = sign(config.access, 'name in the log', userName.toLowerCase())
  return { address, name: mark.toString('base64url', 0, 9) }
}

/** One IPv4 address, or the /64 that one IPv6 customer has. */
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
  return new TooManyError(
    'access.too_many_attempts',
    'Too many failed attempts. Wait a little before the next one.',
    {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    },
  )
}
