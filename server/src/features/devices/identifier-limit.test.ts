// Identifiers cannot be tried in numbers: neither to learn which are registered, nor to take those of others.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

const perDay = 5
/** One license. */
const limit = perDay + 3
let world: World
let other: MadeAccount
let registered: string
beforeAll(async () => {
  world = await openWorld({ RASTRO_IDENTIFIER_CHANGES_PER_DAY: String(perDay) })
  other = await world.make.account({ licenses: 10 })
  registered = randomText(15)
  await world.make.device(other, { identifier: registered })
})
afterAll(() => world.close())

async function prober() {
  const account = await world.make.account({ licenses: 1 })
  const { id } = await world.make.device(account)
  const attempt = (identifier: string) =>
    world.call('PATCH', `/api/devices/${id}`, { token: account.token, body: { identifier } })
  return { account, id, attempt }
}

describe('an account with one license', () => {
  test('tries only a few identifiers a day, registered elsewhere or not', async () => {
    const { attempt } = await prober()
    const statuses: number[] = []
    for (let count = 0; count < limit + 4; count += 1) {
      statuses.push((await attempt(count % 2 ? registered : randomText(15))).status)
    }
    expect(statuses.slice(0, limit)).toEqual([200, 409, 200, 409, 200, 409, 200, 409])
    expect(statuses.slice(limit)).toEqual([429, 429, 429, 429])
    const [taken, free] = [await attempt(registered), await attempt(randomText(15))]
    expect(taken.body.error).toBe(free.body.error)
    expect(taken.body.code).toBe('devices.too_many_identifiers')
    expect(Number(taken.headers['retry-after'])).toBeGreaterThan(23 * 3_600)
    // A day later.
    await world.superuser.query(`update identifier_changes set started_at = started_at - interval '1 day'`)
    expect((await attempt(randomText(15))).status).toBe(200)
  })

  test('gains nothing by trying in parallel', async () => {
    const { attempt } = await prober()
    const answers = await Promise.all(Array.from({ length: 60 }, () => attempt(registered)))
    const evaluated = answers.filter(({ status }) => status === 409)
    // Attempts that were begun before the count of the last one was committed.
    expect(evaluated.length).toBeLessThanOrEqual(limit + 4)
  })

  test('cannot try many identifiers in one file', async () => {
    const { account } = await prober()
    const lines = Array.from({ length: 100 }, (_, index) => `Boat ${index},${randomText(15)},2020-01-01`)
    const answer = await world.call('POST', '/api/devices/import', {
      token: account.token,
      body: `name,identifier,expirationDate\n${lines.join('\n')}`,
      headers: { 'content-type': 'text/csv' },
    })
    expect([answer.status, answer.body.code]).toEqual([429, 'devices.too_many_identifiers'])
  })

  test('edits everything else as often as it likes', async () => {
    const { account, id } = await prober()
    for (let count = 0; count < limit + 4; count += 1) {
      const body = { name: `Boat ${count}`, identifier: null }
      expect((await world.call('PATCH', `/api/devices/${id}`, { token: account.token, body })).status).toBe(
        200,
      )
    }
  })
})

test('an account assigns all its licenses within a day, and replaces trackers', async () => {
  const account = await world.make.account({ licenses: 20 })
  const create = async () => (await world.make.device(account, { identifier: randomText(15) })).id
  const ids = [...Array(20)].map(create)
  for (const id of await Promise.all(ids)) {
    const body = { identifier: randomText(15) }
    expect((await world.call('PATCH', `/api/devices/${id}`, { token: account.token, body })).status).toBe(200)
  }
})
