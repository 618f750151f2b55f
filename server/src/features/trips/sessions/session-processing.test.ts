import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { createRandom } from '../../../../../simulator/src/random.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { advance } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type { TrackLocation } from '../detection/detection.types.ts'
import { createLocalDays } from '../detection/local-days.ts'
import { defaultSettings, thresholdsOf } from '../detection/settings.ts'
import { newState } from '../detection/state.ts'
import { processDevices } from '../processing.ts'

const zone = 'Europe/Madrid'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10_000, timeZone: zone })
})
afterAll(() => world.close())

const read = async (text: string, deviceNumber: number) =>
  (await world.superuser.query(text, [deviceNumber])).rows

type Row = (number | string | null)[]

/** What one pass over the whole track finds. */
function expectedOf(rows: TrackLocation[], untilMs: number): Row[] {
  const thresholds = thresholdsOf(defaultSettings)
  const state = newState()
  const out = newDetected()
  const known = rows.filter((row) => row.fixedAtMs <= untilMs)
  advance(state, known, { days: createLocalDays(zone), thresholdsAt: () => thresholds }, out)
  const { session } = state
  return [
    ...out.sessions.map((one): Row => [one.tag, one.beganAtMs, one.endedAtMs, one.decidedAtMs]),
    ...(session ? [[session.tag, session.beganAtMs, null, null] as Row] : []),
  ]
}

async function storedOf(deviceNumber: number): Promise<Row[]> {
  const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`
  const rows = await read(
    `select tag, ${ms('began_at')} as began, ${ms('ended_at')} as ended, ${ms('decided_at')} as decided
     from driver_sessions where device_number = $1 order by began_at`,
    deviceNumber,
  )
  return rows.map((row): Row => [row.tag, row.began, row.ended, row.decided])
}

function withTags(rows: TrackLocation[], seed: number): TrackLocation[] {
  const random = createRandom(seed).next
  let driverTag: string | null = null
  return rows.map((row) => {
    if (random() < 0.03) driverTag = random() < 0.4 ? null : 'ABC'[Math.floor(random() * 3)]!
    return random() < 0.5 ? { ...row, driverTag } : row
  })
}

test('late, shuffled and repeated rows lead to the sessions that one pass finds', {
  timeout: 1_800_000,
}, async () => {
  let sessions = 0
  await fc.assert(
    fc.asyncProperty(
      madeTrack({ phases: [1, 8], nights: true }),
      delivery,
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      async (made, order, seed) => {
        const rows = withTags(made.rows, seed)
        const endMs = rows.at(-1)!.fixedAtMs
        const ctx = { ...world.ctx, now: () => new Date(endMs + 60_000) }
        const { id } = await world.make.device(account)
        const device = await knownDevice(world, account.accountId, id)
        const { deviceNumber } = device
        let blocks = 0
        for (const block of blocksOf(rows, order)) {
          await store(world, device, block)
          blocks += 1
          if (blocks % 3 === 0) await processDevices(ctx, account.accountId, [deviceNumber])
        }
        while (await processDevices(ctx, account.accountId, [deviceNumber]));
        const [newest] = await read(
          'select extract(epoch from latest_at)::float8 * 1000 as ms from newest_locations where device_number = $1',
          deviceNumber,
        )
        if (!newest) return
        const expected = expectedOf(rows, newest.ms)
        sessions += expected.length
        expect(await storedOf(deviceNumber)).toEqual(expected)
      },
    ),
    { numRuns: isFullLane ? 300 : 12, seed: laneSeed },
  )
  expect(sessions).toBeGreaterThan(20)
})
