// One port for all protocols: a thousand concurrent trackers, their bytes split and merged at random.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Location, SocketProtocol } from '@rastro/protocols'
import { FrameSplitter, openSession, socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { Random } from '../../../../simulator/src/random.ts'
import { createRandom } from '../../../../simulator/src/random.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo, sendDatagram } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const trackerCount = 1_000
const atOnce = 200
const locationsEach = 4
const ways = socketProtocols.flatMap((protocol) =>
  protocol.transports.map((transport) => ({ protocol, transport })),
)
/** Bytes that no protocol recognises as the start of a frame. */
const noise = Buffer.from('\r\n\x7f\xff!', 'latin1')

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount

beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_DIRECTIP_NETWORKS: '127.0.0.0/8',
  })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: trackerCount + 10 })
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

test('a thousand mixed trackers on one port: every location is stored once, every reply matches its protocol', async () => {
  const random = createRandom(42)
  // Some replies contain the time.
  world.clock.hold(new Date())
  const identifiers = imeisOf('86000001', trackerCount).map((imei, index) =>
    imei.slice(-(ways[index % ways.length]!.protocol.identifierDigits ?? imei.length)),
  )
  await register(identifiers)
  const trackers = identifiers.map((identifier, index) => ({
    identifier,
    ...ways[index % ways.length]!,
    locations: Array.from({ length: locationsEach }, (_, nth) =>
      locationAgo(10 + nth, { latitude: 40 + index / 1_000, longitude: -3 - nth / 1_000 }),
    ),
  }))

  for (let from = 0; from < trackers.length; from += atOnce) {
    await Promise.all(
      trackers.slice(from, from + atOnce).map(({ identifier, protocol, transport, locations }) => {
        return transport === 'tcp'
          ? runTracker(protocol, identifier, locations, random)
          : sendDatagrams(protocol, identifier, locations)
      }),
    )
  }

  await expect.poll(countStored).toBe(trackerCount * locationsEach)
  const sent = trackers.map(({ identifier, locations }) => [identifier, keysOf(locations)] as const)
  expect(await storedKeys()).toEqual(new Map(sent))
  world.clock.release()
})

test('a protocol without login can use one connection indefinitely', async () => {
  const protocol = socketProtocols.find(({ encode, needsNetwork }) => !encode.login && !needsNetwork)!
  const [identifier] = imeisOf('86000002', 1)
  await register([identifier!])
  const count = 2_500
  const locations = Array.from({ length: count }, (_, index) => locationAgo(10 + index))
  const frames = protocol.encode.locations(identifier!, locations, 1)
  expect(Buffer.concat(frames).length).toBeGreaterThan(2 * 65_536)
  await write(frames, identifier!, Buffer.concat(answersTo(protocol, frames)).length)
  const stored = async () => (await storedKeys()).get(identifier!)?.length
  await expect.poll(stored).toBe(count)
})

test('a heartbeat in a datagram is answered only for known trackers', async () => {
  const [known, tracker] = imeisOf('86000003', 2)
  await register([known!])
  for (const { protocol, transport } of ways) {
    const alive = protocol.encode.heartbeat?.(known!, 7)
    const decoded = alive && protocol.decode(alive, openSession('udp'), new Date())
    if (transport !== 'udp' || decoded?.kind !== 'heartbeat' || !decoded.identifier || !decoded.reply)
      continue
    expect(await sendDatagram(gateway.port, alive!)).toEqual(decoded.reply)
    expect(await sendDatagram(gateway.port, protocol.encode.heartbeat!(tracker!, 7), 500)).toBe(undefined)
  }
})

async function register(identifiers: string[]): Promise<void> {
  const csv = ['name,identifier', ...identifiers.map((identifier) => `Truck,${identifier}`)].join('\n')
  const headers = { 'content-type': 'text/csv' }
  const { body } = await world.call('POST', '/api/devices/import', {
    token: account.token,
    body: csv,
    headers,
  })
  expect(body.created).toBe(identifiers.length)
}

/** Logs in, then sends everything: several frames in one chunk, one frame in many, noise in between if requested. */
async function runTracker(
  protocol: SocketProtocol,
  identifier: string,
  locations: Location[],
  random: Random,
): Promise<void> {
  const { login, heartbeat } = protocol.encode
  const frames = [
    ...(login ? [login(identifier, 1)] : []),
    ...protocol.encode.locations(identifier, locations, 2),
    ...(heartbeat ? [heartbeat(identifier, 20)] : []),
  ]
  const isNoisy = passesOverNoise(protocol, frames)
  const pieces = frames.flatMap((frame, index) => (isNoisy && index > 0 ? [noise, frame] : [frame]))
  const answers = Buffer.concat(answersTo(protocol, frames))
  const received = await write(torn(Buffer.concat(pieces), random), identifier, answers.length)
  expect(received.toString('hex')).toBe(answers.toString('hex'))
}

function answersTo(protocol: SocketProtocol, frames: Buffer[]): Buffer[] {
  const session = openSession('tcp')
  return frames.flatMap((frame) => {
    const decoded = protocol.decode(frame, session, world.ctx.now())
    const answer = decoded.kind === 'login' ? decoded.accept : 'reply' in decoded ? decoded.reply : undefined
    return answer ? [answer] : []
  })
}

/** Whether the protocol finds its frames again after noise. */
function passesOverNoise(protocol: SocketProtocol, frames: Buffer[]): boolean {
  const splitter = new FrameSplitter([protocol], openSession('tcp'))
  const cuts = splitter.push(Buffer.concat([frames[0]!, noise, frames.at(-1)!]))
  return cuts.filter((cut) => cut.kind === 'frame').length === 2
}

function torn(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = Math.ceil(random.between(0, random.pick([3, 40, 400])))
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

/** Disconnects after receiving the expected number of bytes, and returns them. */
async function write(pieces: Buffer[], identifier: string, answerBytes: number): Promise<Buffer> {
  const socket = connect({ host: '127.0.0.1', port: gateway.port, noDelay: true })
  socket.on('error', (error) => expect.fail(`${identifier}: ${error.message}`))
  const received: Buffer[] = []
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>()
  let waitsForBytes = answerBytes
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    waitsForBytes -= chunk.length
    if (waitsForBytes <= 0) resolve()
  })
  socket.on('close', resolve)
  await once(socket, 'connect')
  for (const piece of pieces) {
    if (!socket.write(piece)) await once(socket, 'drain')
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (answerBytes > 0) await isAnswered
  socket.end()
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(received)
}

/** Repeats a datagram until it is answered; sends it once if the protocol has no replies. */
async function sendDatagrams(
  protocol: SocketProtocol,
  identifier: string,
  locations: Location[],
): Promise<void> {
  const { datagrams, locations: frames } = protocol.encode
  const socket = createSocket('udp4')
  for (const bytes of (datagrams ?? frames)(identifier, locations, 2)) {
    const decoded = protocol.decode(bytes, openSession('udp'), new Date())
    const isAnswered = 'reply' in decoded && decoded.reply !== undefined
    for (let tries = 0; tries < 5; tries += 1) {
      const left = new Promise((resolve) => socket.send(bytes, gateway.port, '127.0.0.1', resolve))
      await left
      if (!isAnswered) break
      const answer = await once(socket, 'message', { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      )
      if (answer) break
    }
  }
  socket.close()
}

async function countStored(): Promise<number> {
  const { rows } = await world.superuser.query('select count(*)::int as count from locations')
  return rows[0].count
}

/** The times and coordinates of each tracker, rounded to 0.0001°. */
async function storedKeys(): Promise<Map<string, string[]>> {
  const { rows } = await world.superuser.query(
    `select d.identifier, l.fixed_at, l.latitude / 1e7 as latitude, l.longitude / 1e7 as longitude
     from locations l join devices d on d.account_id = l.account_id and d.number = l.device_number`,
  )
  const keys = new Map<string, string[]>()
  for (const { identifier, fixed_at, latitude, longitude } of rows) {
    keys.set(identifier, [...(keys.get(identifier) ?? []), keyOf(fixed_at, latitude, longitude)].sort())
  }
  return keys
}

function keysOf(locations: Location[]): string[] {
  return locations.map(({ fixedAt, latitude, longitude }) => keyOf(fixedAt!, latitude!, longitude!)).sort()
}

function keyOf(at: Date, latitude: number, longitude: number): string {
  return `${at.toISOString()} ${Number(latitude).toFixed(4)} ${Number(longitude).toFixed(4)}`
}
