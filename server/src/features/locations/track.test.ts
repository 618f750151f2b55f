import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 20 })
})
afterAll(() => world.close())

const startMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000

/** A device with this many locations, two of them at each instant. */
async function drive(count: number): Promise<string> {
  const { id: deviceId }: { id: string } = await world.make.device(account)
  await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
     select at, at, d.number, d.account_id, n, n, n % 2, 2
     from devices d, generate_series(0, $2::int - 1) n,
       lateral (select to_timestamp($3::float8 / 1000 + n / 2) as at) as time
     where d.id = $1 order by random()`,
    [deviceId, count, startMs],
  )
  return deviceId
}

async function read(deviceId: string, more = '') {
  const period = `from=${new Date(startMs).toISOString()}&to=${new Date(startMs + 86_400_000).toISOString()}`
  const { body } = await world.call('GET', `/api/devices/${deviceId}/locations?${period}${more}`, {
    token: account.token,
  })
  const indexes = body.locations.map(({ latitude }: { latitude: number }) => Math.round(latitude * 1e7))
  return { indexes, nextCursor: body.nextCursor as string | undefined, apiUsage: body.apiUsage as number }
}

// A chunk has 2,000 rows.
test.each([0, 1, 1_999, 2_000, 2_001, 4_000, 4_100])(
  'a track of %i locations is complete and in order',
  async (count) => {
    const { indexes, nextCursor, apiUsage } = await read(await drive(count))
    expect(indexes).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(nextCursor).toBeUndefined()
    expect(apiUsage).toBe(1 + Math.ceil(count / 1_000))
  },
)

test('pages have no gaps and no repeats, also within one instant', async () => {
  const deviceId = await drive(25)
  const all: number[] = []
  let cursor: string | undefined
  do {
    const page = await read(deviceId, `&limit=5${cursor ? `&cursor=${cursor}` : ''}`)
    all.push(...page.indexes)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(all).toEqual(Array.from({ length: 25 }, (_, index) => index))
})
