import { setTimeout as sleep } from 'node:timers/promises'
import type { Location } from '@rastro/protocols'
import { openSession, socketProtocols } from '@rastro/protocols'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectedAnswer, isExpected } from './answers.ts'
import type { Fleet, FleetOptions } from './fleet.ts'
import { createFleet } from './fleet.ts'
import { imeisOf } from './identifiers.ts'
import { variants } from './protocol-variants.ts'
import type { FakeServer } from './testing/fake-server.ts'
import { startFakeServer } from './testing/fake-server.ts'

let server: FakeServer
let fleet: Fleet

beforeEach(async () => {
  server = await startFakeServer()
})
afterEach(async () => {
  fleet.stop()
  await server.close()
})

const allVariants = variants.map(({ name }) => name)
const answeredVariants = variants.filter(({ traits }) => traits.isAnswered).map(({ name }) => name)

function begin(options: Partial<FleetOptions> = {}): Fleet {
  fleet = createFleet({
    identifiers: imeisOf('35630704', answeredVariants.length),
    variants: answeredVariants,
    locationsPerSecond: 400,
    host: '127.0.0.1',
    port: server.port,
    ingestUrl: server.ingestUrl,
    timeouts: { answerWithinMs: 300, reconnectMs: { min: 50, max: 200 } },
    ...options,
  })
  fleet.start()
  return fleet
}

/** The received times for each tracker, without duplicates. */
function receivedTimes(): Map<string, Set<number>> {
  return new Map(
    [...server.received].map(([identifier, locations]) => [
      identifier,
      new Set(locations.map(({ fixedAt }) => fixedAt!.getTime())),
    ]),
  )
}

test('works with every protocol, and acknowledged is exactly what was received', async () => {
  begin({ variants: allVariants, identifiers: imeisOf('35630704', 2 * allVariants.length) })
  await sleep(600)
  fleet.stopReporting()
  expect(await fleet.drained(20_000)).toBe(true)

  const some = ['teltonika', 'teltonika-udp', 'gt06', 'h02', 'iridium-directip', 'osmand', 'rockblock']
  expect(allVariants).toEqual(expect.arrayContaining(some))
  // Frames without acknowledgement may still be in transit.
  await expect.poll(receivedTimes).toEqual(fleet.acknowledged())
  const { made, acknowledged, unexpected, refusals } = fleet.statistics()
  expect({ acknowledged, unexpected, refusals }).toEqual({ acknowledged: made, unexpected: 0, refusals: 0 })
})

test('makes locations by the clock, whether or not the server answers', async () => {
  server.isSilent = true
  begin()
  await sleep(1_000)
  const { made, acknowledged, seconds } = fleet.statistics()
  expect(acknowledged).toBe(0)
  expect(Math.abs(made - 400 * seconds)).toBeLessThanOrEqual(20)
})

test('sends the backlog of an outage later, several locations per frame', async () => {
  server.isSilent = true
  begin({ variants: ['teltonika'] })
  await sleep(500)
  server.isSilent = false
  await sleep(300)
  fleet.stopReporting()
  expect(await fleet.drained(20_000)).toBe(true)
  const { latency, acknowledged } = fleet.statistics()
  expect(acknowledged / latency.count).toBeGreaterThan(2)
})

test('reconnects after cuts, and resends what was not acknowledged', async () => {
  begin()
  for (let cuts = 0; cuts < 4; cuts += 1) {
    await sleep(200)
    server.dropConnections()
    if (cuts === 2) fleet.cut()
  }
  fleet.stopReporting()
  expect(await fleet.drained(20_000)).toBe(true)
  expect(receivedTimes()).toEqual(fleet.acknowledged())
  expect(fleet.statistics().connections).toBeGreaterThan(8)
})

test('counts nothing as acknowledged that was only received', async () => {
  begin()
  await sleep(300)
  server.isSilent = true
  const before = new Map([...fleet.acknowledged()].map(([identifier, times]) => [identifier, times.size]))
  await sleep(300)
  const after = new Map([...fleet.acknowledged()].map(([identifier, times]) => [identifier, times.size]))
  for (const [identifier, count] of before) expect(after.get(identifier)! - count).toBeLessThanOrEqual(16)
  expect(fleet.statistics().unacknowledged).toBeGreaterThan(0)
})

test('a refused tracker keeps its backlog and retries', async () => {
  server.refuses = true
  begin({ variants: ['teltonika'] })
  await expect.poll(() => fleet.statistics().refusals).toBeGreaterThan(8)
  expect(fleet.statistics()).toMatchObject({ acknowledged: 0, sent: 0 })
  server.refuses = false
  fleet.stopReporting()
  expect(await fleet.drained(20_000)).toBe(true)
})

test('accepts any time in an answer that contains the server time, and nothing else', () => {
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
  const positions = async (seed: number) => {
    server.received.clear()
    begin({ seed, variants: ['teltonika'], locationsPerSecond: 80 })
    await expect.poll(() => server.received.size).toBe(answeredVariants.length)
    fleet.stop()
    return new Map([...server.received].map(([identifier, [first]]) => [identifier, first!]))
  }
  /** A vehicle has moved a little when its first report is late. */
  const farthestApart = (some: Map<string, Location>, others: Map<string, Location>) =>
    Math.max(...[...some].map(([identifier, location]) => degreesBetween(location, others.get(identifier)!)))
  const first = await positions(7)
  expect(farthestApart(first, await positions(7))).toBeLessThan(0.001)
  expect(farthestApart(first, await positions(8))).toBeGreaterThan(0.01)
})

test('sends several locations per report at the same rate', async () => {
  begin({ variants: ['teltonika'], locationsPerReport: 10 })
  await sleep(1_200)
  fleet.stopReporting()
  await fleet.drained(20_000)
  const { acknowledged, latency } = fleet.statistics()
  expect(acknowledged / latency.count).toBe(10)
  expect(receivedTimes()).toEqual(fleet.acknowledged())
})

function degreesBetween(one: Location, other: Location): number {
  return Math.hypot(one.latitude! - other.latitude!, one.longitude! - other.longitude!)
}
