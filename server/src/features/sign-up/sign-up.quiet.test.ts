// Whether the time of a sign-up reveals that an address is known (acceptance A11).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitWithoutWaiting, compareNames, expectSameTime } from '../../../test/known-names.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { issueChallenge } from './proof-of-work.ts'

/** The limits of a day would stop the test. */
const forgetEvery = 40

let world: World
beforeAll(async () => {
  world = await openWorld({
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_SIGN_UP: 'on',
    RASTRO_SIGN_UP_WORK_BITS: '0',
  })
  await commitWithoutWaiting(world)
})
afterAll(() => world.close())

test('2,000 known and 2,000 unknown addresses: same bytes, same time', async () => {
  const form = { name: 'Nadia New', accountName: 'New Fleet', country: 'ES', timeZone: 'UTC', language: 'en' }
  let asked = 0
  const compared = await compareNames(
    world,
    (email, headers) => {
      const body = { ...form, email, challenge: issueChallenge(world.ctx), nonces: [] }
      return world.call('POST', '/session/sign-up', { body, headers })
    },
    async () => {
      asked += 1
      if (asked % forgetEvery === 0) await world.superuser.query('delete from throttles')
    },
  )
  expect([...compared.answers].map((answer) => answer.slice(0, 3))).toEqual(['202'])
  expectSameTime(compared)
})
