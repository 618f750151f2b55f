import { setTimeout as sleep } from 'node:timers/promises'
import type { Location } from '@rastro/protocols'
import { openSession, socketProtocols } from '@rastro/protocols'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectedAnswer, isExpected } from './answers.ts'
import type { Fleet, FleetOptions } from './fleet.ts'
import { createFleet } from './fleet.ts'
import { imeisOf } from './identifiers.ts'
import type { FakeServer } from './testing/fake-server.ts'
import { startFakeServer } from './testing/fake-server.ts'
import { ways } from './ways.ts'

let server: FakeServer
let fleet: Fleet

beforeEach(async () => {
  server = await startFakeServer()
})
afterEach(async () => {
  fleet.stop()
  await server.close()
})

const everyWay = ways.map(({ name }) => name)
const answeredWays = ways.filter(({ habits }) => habits.isAnswered).map(({ name }) => name)

function begin(options: Partial<FleetOptions> = {}): Fleet {
  fleet = createFleet({
    identifiers: imeisOf('35630704', answeredWays.length),
    ways: answeredWays,
    locationsPerSecond: 400,
    host: '127.0.0.1',
    port: server.port,
    ingestUrl: server.ingestUrl,
    patience: { answerWithinMs: 300, reconnectMs: { least: 50, most: 200 } },
    ...options,
  })
  fleet.start()
  return fleet
}

/** Times that were heard, for each tracker, each once. */
function heardTimes(): Map<string, Set<number>> {
  return new Map(
    [...server.heard].map(([identifier, locations]) => [
      identifier,
      new Set(locations.map(({ fixedAt }) => fixedAt!.getTime())),
    ]),
  )
}

test('every way is spoken, and what is acknowledged is exactly what was heard', async () => {
  begin({ ways: everyWay, identifiers: imeisOf('35630704', 2 * everyWay.length) })
  await sleep(600)
  fleet.hush()
  expect(await fleet.drained(20_000)).toBe(true)

  const some = ['teltonika', 'teltonika-udp', 'gt06', 'h02', 'iridium-directip', 'osmand', 'rockblock']
  expect(everyWay).toEqual(expect.arrayContaining(some))
  // What no answer settles may still be on its way.
  await expect.poll(heardTimes).toEqual(fleet.acknowledged())
  const { made, acknowledged, misheard, refusals } = fleet.figures()
  expect({ acknowledged, misheard, refusals }).toEqual({ acknowledged: made, misheard: 0, refusals: 0 })
})

test('locations are made by the clock, whether or not the server answers', async () => {
  server.isSilent = true
  begin()
  await sleep(1_000)
  const { made, acknowledged, seconds } = fleet.figures()
  expect(acknowledged).toBe(0)
  expect(Math.abs(made - 400 * seconds)).toBeLessThanOrEqual(20)
})

test('what waited for an absent server comes later, several in a frame', async () => {
  server.isSilent = true
  begin({ ways: ['teltonika'] })
  await sleep(500)
  server.isSilent = false
  await sleep(300)
  fleet.hush()
  expect(await fleet.drained(20_000)).toBe(true)
  const { latency, acknowledged } = fleet.figures()
  expect(acknowledged / latency.count).toBeGreaterThan(2)
})

test('after cuts trackers connect again and send again what was not acknowledged', async () => {
  begin()
  for (let cuts = 0; cuts < 4; cuts += 1) {
    await sleep(200)
    server.dropConnections()
    if (cuts === 2) fleet.cut()
  }
  fleet.hush()
  expect(await fleet.drained(20_000)).toBe(true)
  expect(heardTimes()).toEqual(fleet.acknowledged())
  expect(fleet.figures().connections).toBeGreaterThan(8)
})

test('nothing counts as acknowledged that was only heard', async () => {
  begin()
  await sleep(300)
  server.isSilent = true
  const before = new Map([...fleet.acknowledged()].map(([identifier, times]) => [identifier, times.size]))
  await sleep(300)
  const after = new Map([...fleet.acknowledged()].map(([identifier, times]) => [identifier, times.size]))
  for (const [identifier, count] of before) expect(after.get(identifier)! - count).toBeLessThanOrEqual(16)
  expect(fleet.figures().unacknowledged).toBeGreaterThan(0)
})

test('a refused tracker keeps what it has, and comes again', async () => {
  server.refuses = true
  begin({ ways: ['teltonika'] })
  await expect.poll(() => fleet.figures().refusals).toBeGreaterThan(8)
  expect(fleet.figures()).toMatchObject({ acknowledged: 0, sent: 0 })
  server.refuses = false
  fleet.hush()
  expect(await fleet.drained(20_000)).toBe(true)
})

test('an answer that tells the time is expected at any time, and nothing else in its place', () => {
  const protocol = socketProtocols.find(({ name }) => name === 'h02')!
  const location: Location = {
    fixedAt: new Date(),
    latitude: 1,
    longitude: 2,
    valid: true,
    alarms: [],
    attributes: {},
  }
  const [frame] = protocol.encode.locations('356307042441013', [location], 1)
  const session = openSession('tcp')
  const expected = expectedAnswer(protocol, frame!, session, true)!
  const answer = protocol.decode(frame!, session, new Date())
  const reply = answer.kind === 'locations' ? answer.reply! : Buffer.alloc(0)
  expect(isExpected(reply, expected)).toBe(true)
  expect(isExpected(Buffer.from(reply.toString().replace('V1', 'V2')), expected)).toBe(false)
  expect(isExpected(reply.subarray(1), expected)).toBe(false)
})

test('the same seed drives the same routes', async () => {
  const places = async (seed: number) => {
    server.heard.clear()
    begin({ seed, ways: ['teltonika'], locationsPerSecond: 80 })
    await sleep(600)
    fleet.stop()
    return [...server.heard].map(([identifier, [first]]) => [identifier, first!.latitude, first!.longitude])
  }
  const first = await places(7)
  expect(await places(7)).toEqual(first)
  expect(await places(8)).not.toEqual(first)
})

test('a tracker may send several locations at once at the same rate', async () => {
  begin({ ways: ['teltonika'], locationsPerReport: 10 })
  await sleep(600)
  fleet.hush()
  await fleet.drained(20_000)
  const { acknowledged, latency } = fleet.figures()
  expect(acknowledged / latency.count).toBe(10)
  expect(heardTimes()).toEqual(fleet.acknowledged())
})
