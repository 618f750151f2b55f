import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createReporter } from './report.api.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld({
    RASTRO_LOCATION_LOG_ACCOUNT_KB_PER_SECOND: '100000',
    RASTRO_LOCATION_LOG_DEVICE_KB_PER_SECOND: '100000',
  })
  account = await world.make.account()
  otherAccount = await world.make.account()
})
afterAll(() => world.close())

const report = ({ token }: MadeAccount, deviceId: string, locations: unknown[]) =>
  world.call('POST', `/api/devices/${deviceId}/locations`, {
    token,
    body: { locations },
    headers: { prefer: 'respond-async' },
  })
const locationAt = (minutesAgo: number, bytes = 0) => ({
  dateTime: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  latitude: 41.5,
  longitude: 2.1,
  attributes: { text: 'x'.repeat(bytes) },
})

test('gives the log four messages of an account at a time, and does not delay another account', async () => {
  const [device, otherDevice] = [await world.make.device(account), await world.make.device(otherAccount)]
  const { locations: log } = world.ctx.bus
  const append = log.append
  const inFlight = { now: 0, max: 0, messages: 0 }
  const { promise: otherAppended, resolve: onOtherAppended } = Promise.withResolvers<void>()
  // Holds the messages of the large report until the log has the one of the other account.
  log.append = async (partition, payload) => {
    if (payload.includes(otherDevice.id)) return append(partition, payload).then(onOtherAppended)
    inFlight.now += 1
    inFlight.messages += 1
    inFlight.max = Math.max(inFlight.max, inFlight.now)
    await otherAppended
    await append(partition, payload)
    inFlight.now -= 1
  }
  try {
    const large = report(
      account,
      device.id,
      Array.from({ length: 800 }, (_, index) => locationAt(index + 1, 800)),
    )
    await expect.poll(() => inFlight.now).toBe(4)
    expect((await report(otherAccount, otherDevice.id, [locationAt(1)])).status).toBe(202)
    expect((await large).status).toBe(202)
    expect(inFlight.messages).toBeGreaterThan(8)
    expect(inFlight.max).toBe(4)
  } finally {
    log.append = append
  }
})

test('validates a large report in slices, between which other requests are served', async () => {
  const device = await world.make.device(account)
  let turns = 0
  let counting = setImmediate(function count() {
    turns += 1
    counting = setImmediate(count)
  })
  const turnsAt: number[] = []
  const locations = Array.from({ length: 1_000 }, (_, index) => locationAt(index + 1, 1_700))
  for (const location of [locations[0]!, locations.at(-1)!]) {
    Object.defineProperty(location, 'latitude', {
      enumerable: true,
      get() {
        turnsAt.push(turns)
        return 41.5
      },
    })
  }
  const caller = { accountId: account.accountId, role: 'owner', scope: { kind: 'all' } } as Caller
  const reporter = await createReporter(world.ctx)
  try {
    await reporter.report(caller, device.id, locations, { wait: false, history: false })
  } finally {
    clearImmediate(counting)
  }
  expect(turnsAt.at(-1)! - turnsAt[0]!).toBeGreaterThan(0)
})
