// Whether the time of a request for a new password reveals that a name exists (acceptance A11).

import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf } from '../../../test/distributions.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const each = 2_000
const warmUp = 200

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  // Waiting for the disk is the same for all names, and the noisiest part.
  await world.superuser.query(
    `alter role rastro_app in database ${nameOf(world)} set synchronous_commit = off`,
  )
})
afterAll(() => world.close())

const nameOf = ({ env }: World) => new URL(env.RASTRO_DATABASE_URL!).pathname.slice(1)

async function makeNames(): Promise<string[]> {
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

test('2,000 known and 2,000 unknown names: same bytes, same time', async () => {
  const known = await makeNames()
  const unknown = known.map((name) => name.replace('known', 'nobod'))
  const order = shuffled([
    ...known.map((userName) => ({ userName, isKnown: true })),
    ...unknown.map((userName) => ({ userName, isKnown: false })),
  ])
  const clockMs: [number[], number[]] = [[], []]
  const cpuUs: [number[], number[]] = [[], []]
  const answers = new Set<string>()
  for (const [index, { userName, isKnown }] of [...order.slice(0, warmUp), ...order].entries()) {
    const headers = { 'x-forwarded-for': `10.${index >> 12}.${(index >> 6) & 63}.${index & 63}` }
    const cpuBefore = process.cpuUsage()
    const beganAt = performance.now()
    const answer = await world.call('POST', '/session/reset', { body: { userName }, headers })
    const tookMs = performance.now() - beganAt
    const { user, system } = process.cpuUsage(cpuBefore)
    answers.add(`${answer.status} ${answer.text.replace(answer.body.requestId, '')}`)
    if (index < warmUp) continue
    clockMs[isKnown ? 0 : 1].push(tookMs)
    cpuUs[isKnown ? 0 : 1].push(user + system)
  }
  expect(answers.size).toBe(1)
  const byClock = differenceOf(...clockMs)
  const byCpu = differenceOf(...cpuUs)
  process.stdout.write(`clock: ${JSON.stringify(byClock)}; processor: ${JSON.stringify(byCpu)}\n`)
  // By the clock; if the machine is too noisy, without the slowest twentieth, or by the processor's time.
  const meansApart = [byClock.meansApart, byClock.trimmedMeansApart, byCpu.trimmedMeansApart]
  expect(Math.min(...meansApart)).toBeLessThan(0.02)
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
