// Compares how long a route takes for names that exist and for names that do not (acceptance A11).

import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { hashPassword } from '../src/features/auth/password.api.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { Difference } from './distributions.ts'
import { differenceOf } from './distributions.ts'
import type { Called, World } from './world.ts'

const each = 2_000
const warmUp = 200

/** The bounds of A11. */
const maxMeansApart = 0.02
const minKsP = 0.05

export interface Comparison {
  /** Every distinct answer, without the number of the request. */
  answers: Set<string>
  /** Known against unknown names. */
  byClock: Difference
  byProcessor: Difference
  /** One half of the unknown names against the other: by chance alone. */
  noise: Difference
}

/**
 * The order of the requests is random, so noise does not change how probable a distance of the distributions is: the
 * clock always decides that. It does move the means; if those of two halves of the unknown names are too far apart,
 * the time of the processor decides theirs. A leak that waits is then still seen by its distribution.
 */
export function expectSameTime({ byClock, byProcessor, noise }: Comparison): void {
  const isQuiet = noise.meansApart < maxMeansApart
  const meansBy = isQuiet ? 'clock' : 'processor'
  process.stdout.write(`${JSON.stringify({ meansBy, byClock, byProcessor, noise })}\n`)
  expect((isQuiet ? byClock : byProcessor).meansApart).toBeLessThan(maxMeansApart)
  expect(minKsP - byClock.ksP).toBeLessThan(0)
}

/** Waiting for the disk is the same for all names, and the noisiest part. */
export async function commitWithoutWaiting({ superuser, env }: World): Promise<void> {
  const database = new URL(env.RASTRO_DATABASE_URL!).pathname.slice(1)
  await superuser.query(`alter role rastro_app in database ${database} set synchronous_commit = off`)
}

/** Calls `request` for 2,000 known and 2,000 unknown names in random order, each from an address of its own. */
export async function compareNames(
  world: World,
  request: (name: string, headers: Record<string, string>) => Promise<Called>,
  /** Runs before every request, and is not measured. */
  prepare?: () => Promise<void>,
): Promise<Comparison> {
  const known = await makeNames(world)
  const order = shuffled([
    ...known.map((name) => ({ name, isKnown: true })),
    ...known.map((name) => ({ name: flat(name.replace('known', 'nobod')), isKnown: false })),
  ])
  const clockMs: [number[], number[]] = [[], []]
  const processorUs: [number[], number[]] = [[], []]
  const answers = new Set<string>()
  for (const [index, { name, isKnown }] of [...order.slice(0, warmUp), ...order].entries()) {
    const headers = { 'x-forwarded-for': `10.${index >> 12}.${(index >> 6) & 63}.${index & 63}` }
    await prepare?.()
    const usedBefore = process.cpuUsage()
    const startedAtMs = performance.now()
    const answer = await request(name, headers)
    const tookMs = performance.now() - startedAtMs
    const { user, system } = process.cpuUsage(usedBefore)
    answers.add(`${answer.status} ${answer.text.replace(answer.body.requestId, '')}`)
    if (index < warmUp) continue
    clockMs[isKnown ? 0 : 1].push(tookMs)
    processorUs[isKnown ? 0 : 1].push(user + system)
  }
  return {
    answers,
    byClock: differenceOf(...clockMs),
    byProcessor: differenceOf(...processorUs),
    noise: differenceOf(everyOther(clockMs[1], 0), everyOther(clockMs[1], 1)),
  }
}

/** The engine reads a composed string more slowly than a plain one, which was measured as a difference of the names. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

/** A random half, because the order is random. */
function everyOther(sample: number[], first: 0 | 1): number[] {
  return sample.filter((_, index) => index % 2 === first)
}

/** Half of them have a password. */
async function makeNames(world: World): Promise<string[]> {
  const account = await world.make.account()
  const passwordHash = await hashPassword('the password of all known names')
  // A test that is repeated makes new ones.
  const run = randomText(6)
  const names = Array.from({ length: each }, (_, index) =>
    flat(`known-${run.toLowerCase()}-${String(index).padStart(4, '0')}@example.com`),
  )
  await world.superuser.query(
    `with made as (
       insert into users (account_id, id, user_name, name, email, email_verified_at, country, time_zone, role,
         password_hash)
       select $1, 'usr_' || $4 || lpad(n::text, 16, '0'), name, 'Known', name, now(), 'ES', 'UTC', 'standard',
         case when n % 2 = 0 then $3 end
       from unnest($2::text[]) with ordinality as u (name, n) returning account_id, id, user_name)
     insert into directory_users (user_name, account_id, user_id) select user_name, account_id, id from made`,
    [account.accountId, names, passwordHash, run],
  )
  return names
}

function shuffled<T>(values: T[]): T[] {
  const order = [...values]
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    ;[order[index], order[other]] = [order[other]!, order[index]!]
  }
  return order
}
