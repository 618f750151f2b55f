// Whether the time of a sign-up reveals that an address is known (acceptance A11).

import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf } from '../../../test/distributions.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { issueChallenge } from './proof-of-work.ts'

const each = 2_000
const warmUp = 200
/** The limits of a day would stop the test. */
const forgetEvery = 40

let world: World
beforeAll(async () => {
  world = await openWorld({
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_SIGN_UP: 'on',
    RASTRO_SIGN_UP_WORK_BITS: '0',
  })
  const database = new URL(world.env.RASTRO_DATABASE_URL!).pathname.slice(1)
  // Waiting for the disk is the same for all addresses, and the noisiest part.
  await world.superuser.query(`alter role rastro_app in database ${database} set synchronous_commit = off`)
})
afterAll(() => world.close())

async function makeKnown(): Promise<string[]> {
  const account = await world.make.account()
  const names = Array.from(
    { length: each },
    (_, index) => `known-${String(index).padStart(4, '0')}@example.com`,
  )
  await world.superuser.query(
    `with made as (
       insert into users (account_id, id, user_name, name, email, email_verified_at, country, time_zone, role)
       select $1, 'usr_' || lpad(n::text, 22, '0'), name, 'Known', name, now(), 'ES', 'UTC', 'standard'
       from unnest($2::text[]) with ordinality as u (name, n) returning account_id, id, user_name)
     insert into directory_users (user_name, account_id, user_id) select user_name, account_id, id from made`,
    [account.accountId, names],
  )
  return names
}

test('2,000 known and 2,000 unknown addresses: same bytes, same time', async () => {
  const known = await makeKnown()
  const unknown = known.map((name) => name.replace('known', 'nobod'))
  const order = shuffled([
    ...known.map((email) => ({ email, isKnown: true })),
    ...unknown.map((email) => ({ email, isKnown: false })),
  ])
  const clockMs: [number[], number[]] = [[], []]
  const cpuUs: [number[], number[]] = [[], []]
  const answers = new Set<string>()
  for (const [index, { email, isKnown }] of [...order.slice(0, warmUp), ...order].entries()) {
    if (index % forgetEvery === 0) await world.superuser.query('delete from throttles')
    const body = {
      email,
      name: 'Nadia New',
      accountName: 'New Fleet',
      country: 'ES',
      timeZone: 'UTC',
      language: 'en',
      challenge: issueChallenge(world.ctx),
      nonces: [],
    }
    const headers = { 'x-forwarded-for': `10.${index >> 12}.${(index >> 6) & 63}.${index & 63}` }
    const cpuBefore = process.cpuUsage()
    const beganAt = performance.now()
    const answer = await world.call('POST', '/session/sign-up', { body, headers })
    const tookMs = performance.now() - beganAt
    const { user, system } = process.cpuUsage(cpuBefore)
    answers.add(`${answer.status} ${answer.text.replace(answer.body.requestId, '')}`)
    if (index < warmUp) continue
    clockMs[isKnown ? 0 : 1].push(tookMs)
    cpuUs[isKnown ? 0 : 1].push(user + system)
  }
  expect([...answers].map((answer) => answer.slice(0, 3))).toEqual(['202'])
  const byClock = differenceOf(...clockMs)
  const byCpu = differenceOf(...cpuUs)
  // biome-ignore lint/suspicious/noConsole: the figures are part of the result.
  console.info(`clock: ${JSON.stringify(byClock)}; processor: ${JSON.stringify(byCpu)}`)
  expect(Math.min(byClock.meansApart, byCpu.meansApart)).toBeLessThan(0.02)
  expect(0.05 - Math.max(byClock.ksP, byCpu.ksP)).toBeLessThan(0)
})

function shuffled<T>(values: T[]): T[] {
  const order = [...values]
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    ;[order[index], order[other]] = [order[other]!, order[index]!]
  }
  return order
}
