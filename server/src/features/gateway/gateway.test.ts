import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { iridiumDirectip } from '../../../../protocols/src/iridium-directip/iridium-directip.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import {
  connectSilentReader,
  connectTracker,
  countReply,
  gt06,
  locationAgo,
  sendDatagram,
  teltonika,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Config } from '../../config/config.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount
const imeis = imeisOf('35630704', 100)
const nextImei = () => imeis.pop()!
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
  })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 100 })
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await gateway.stop()
  recorder.stop()
  await world.close()
})

/** Another gateway, with its own limits. */
async function gatewayWith(limits: Partial<Config['gateway']>): Promise<RunningGateway> {
  const config = { ...world.ctx.config, gateway: { ...world.ctx.config.gateway, ...limits } }
  const started = await startGateway({ ...world.ctx, config })
  stops.push(started.stop)
  return started
}

async function registered(fields: object = {}): Promise<{ id: string; imei: string }> {
  const imei = nextImei()
  const { id } = await world.make.device(account, { identifier: imei, ...fields })
  return { id, imei }
}

async function loggedIn(imei: string, port = gateway.port) {
  const tracker = await connectTracker(port)
  tracker.send(teltonikaLogin(imei))
  expect(await tracker.answer(1)).toBe('01')
  return tracker
}

async function countStored(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
    [deviceId],
  )
  return rows[0].count
}

async function findQuarantined(identifier: string) {
  const { rows } = await world.superuser.query('select * from quarantine where identifier = $1', [identifier])
  return rows[0]
}

test('answers in order what a tracker sends before the last reply, however it is chunked', async () => {
  const { id, imei } = await registered()
  const tracker = await loggedIn(imei)
  const packetOf = (count: number) =>
    teltonikaPacket(...Array.from({ length: count }, (_, index) => locationAgo(count * 10 + index)))
  const packets = Buffer.concat([packetOf(1), packetOf(2), packetOf(3)])
  const chunkBytes = 40
  for (let from = 0; from < packets.length; from += chunkBytes) {
    tracker.send(packets.subarray(from, from + chunkBytes))
    // Less than a location needs to the log.
    await sleep(1)
  }
  expect(await tracker.answer(12)).toBe(countReply(1) + countReply(2) + countReply(3))
  await expect.poll(() => countStored(id)).toBe(6)
  tracker.close()
})

describe('an unregistered tracker', () => {
  test('is refused at login, and quarantined', async () => {
    const imei = nextImei()
    const tracker = await connectTracker(gateway.port)
    tracker.send(teltonikaLogin(imei))
    expect(await tracker.answer(1)).toBe('00')
    expect(await tracker.isClosed()).toBe(true)
    await expect
      .poll(() => findQuarantined(imei))
      .toMatchObject({ protocol: 'teltonika', address: '127.0.0.1' })
  })

  test('gets replies if silence would make it reboot, but its locations are not acknowledged', async () => {
    const imei = nextImei()
    const tracker = await connectTracker(gateway.port)
    tracker.send(gt06.encode.login!(imei, 1))
    expect(await tracker.answer(10)).toMatch(/^787805010001/)
    tracker.send(gt06.encode.locations(imei, [locationAgo(1)], 2)[0]!)
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
    await expect.poll(() => findQuarantined(imei)).toMatchObject({ protocol: 'gt06' })
  })

  test('that reports without a login is not acknowledged', async () => {
    const tracker = await connectTracker(gateway.port)
    tracker.send(teltonikaPacket(locationAgo(1)))
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
  })

  test('is admitted within 5 s of its registration', async () => {
    const imei = nextImei()
    const tryLogin = async () => {
      const tracker = await connectTracker(gateway.port)
      tracker.send(teltonikaLogin(imei))
      const reply = await tracker.answer(1)
      tracker.close()
      return reply
    }
    expect(await tryLogin()).toBe('00')
    await world.make.device(account, { identifier: imei })
    const registeredAt = performance.now()
    await expect.poll(tryLogin, { interval: 100 }).toBe('01')
    expect(performance.now() - registeredAt).toBeLessThan(5_000)
  })
})

describe('other protocols', () => {
  const protocolOf = (name: string) => socketProtocols.find((protocol) => protocol.name === name)!

  test('a TK103 that logs in with a report gets its reply once the report is stored', async () => {
    const { id } = await world.make.device(account, { identifier: '860000000000' })
    const tracker = await connectTracker(gateway.port)
    const [report] = protocolOf('tk103').encode.locations('860000000000', [locationAgo(60)], 1)
    const position = report!.toString('latin1').slice('(860000000000BR00'.length)
    tracker.send(Buffer.from(`(860000000000BP05860000000000041${position}`, 'latin1'))
    expect(Buffer.from(await tracker.answer(18), 'hex').toString()).toBe('(860000000000AP05)')
    await expect.poll(() => countStored(id)).toBe(1)
    tracker.close()
  })

  test.each(['h02', 'gps103', 'meitrack'])('a %s tracker is accepted on the shared port', async (name) => {
    const { id, imei } = await registered()
    const { encode } = protocolOf(name)
    const tracker = await connectTracker(gateway.port)
    if (encode.login) tracker.send(encode.login(imei, 1))
    for (const frame of encode.locations(imei, [locationAgo(60), locationAgo(30)], 2)) tracker.send(frame)
    await expect.poll(() => countStored(id)).toBe(2)
    tracker.close()
  })

  test('an unknown H02 tracker gets no reply, and is quarantined', async () => {
    const imei = nextImei()
    const tracker = await connectTracker(gateway.port)
    tracker.send(protocolOf('h02').encode.locations(imei, [locationAgo(1)], 1)[0]!)
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
    await expect.poll(() => findQuarantined(imei)).toMatchObject({ protocol: 'h02' })
  })
})

test('an identifier that is assigned to another device takes effect within 5 s', async () => {
  const { id: before, imei } = await registered({ name: 'Before' })
  const { id: after } = await world.make.device(account, { name: 'After' })
  const tracker = await loggedIn(imei)
  tracker.send(teltonikaPacket(locationAgo(100)))
  expect(await tracker.answer(4)).toBe(countReply(1))
  await expect.poll(() => countStored(before)).toBe(1)

  const patch = (id: string, identifier: string | null) =>
    world.call('PATCH', `/api/devices/${id}`, {
      token: account.token,
      body: { identifier },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  expect((await patch(before, null)).status).toBe(200)
  expect((await patch(after, imei)).status).toBe(200)
  const movedAt = performance.now()
  let seconds = 90
  const isThere = async () => {
    seconds -= 1
    tracker.send(teltonikaPacket(locationAgo(seconds)))
    expect(await tracker.answer(4)).toBe(countReply(1))
    return (await countStored(after)) > 0
  }
  await expect.poll(isThere, { interval: 100 }).toBe(true)
  expect(performance.now() - movedAt).toBeLessThan(5_000)
  tracker.close()
})

describe('framing', () => {
  test('a login and three packets in one chunk are answered in order', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(gateway.port)
    tracker.send(
      Buffer.concat([
        teltonikaLogin(imei),
        teltonikaPacket(locationAgo(9)),
        teltonikaPacket(locationAgo(8), locationAgo(7)),
        teltonikaPacket(locationAgo(6), locationAgo(5), locationAgo(4)),
      ]),
    )
    expect(await tracker.answer(13)).toBe(`01${countReply(1)}${countReply(2)}${countReply(3)}`)
    await expect.poll(() => countStored(id)).toBe(6)
    tracker.close()
  })

  test('single bytes are assembled', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(gateway.port)
    for (const byte of Buffer.concat([
      teltonikaLogin(imei),
      teltonikaPacket(locationAgo(3), locationAgo(2)),
    ])) {
      tracker.send(Buffer.from([byte]))
      await sleep(2)
    }
    expect(await tracker.answer(5)).toBe(`01${countReply(2)}`)
    await expect.poll(() => countStored(id)).toBe(2)
    tracker.close()
  })

  test('noise between frames is skipped', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(gateway.port)
    const [first, second] = gt06.encode.locations(imei, [locationAgo(20), locationAgo(10)], 7)
    tracker.send(gt06.encode.login!(imei, 6))
    expect(await tracker.answer(10)).toMatch(/^7878050100/)
    tracker.send(Buffer.concat([first!, Buffer.from('some noise \r\n'), second!]))
    expect(await tracker.answer(20)).toMatch(/^787805220007.{8}787805220008/)
    await expect.poll(() => countStored(id)).toBe(2)
    tracker.close()
  })

  test('bytes of no protocol close the connection without a reply', async () => {
    const tracker = await connectTracker(gateway.port)
    tracker.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
  })

  test('a frame with a wrong checksum is not acknowledged; its repeat with the right one is', async () => {
    const { id, imei } = await registered()
    const tracker = await loggedIn(imei)
    const packet = teltonikaPacket(locationAgo(5))
    const spoiled = Buffer.from(packet)
    spoiled[20]! ^= 1
    tracker.send(spoiled)
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')

    const again = await loggedIn(imei)
    again.send(packet)
    expect(await again.answer(4)).toBe(countReply(1))
    await expect.poll(() => countStored(id)).toBe(1)
    again.close()
  })

  test('the same packet twice is acknowledged twice and stored once', async () => {
    const { id, imei } = await registered()
    const tracker = await loggedIn(imei)
    const packet = teltonikaPacket(locationAgo(5), locationAgo(4))
    tracker.send(Buffer.concat([packet, packet]))
    expect(await tracker.answer(8)).toBe(countReply(2).repeat(2))
    await expect.poll(() => countStored(id)).toBe(2)
    await sleep(200)
    expect(await countStored(id)).toBe(2)
    tracker.close()
  })

  test('a tracker that reconnects while its old connection hangs is served on both', async () => {
    const { id, imei } = await registered()
    const [old, young] = [await loggedIn(imei), await loggedIn(imei)]
    young.send(teltonikaPacket(locationAgo(1)))
    old.send(teltonikaPacket(locationAgo(2)))
    expect([await young.answer(4), await old.answer(4)]).toEqual([countReply(1), countReply(1)])
    await expect.poll(() => countStored(id)).toBe(2)
    old.close()
    young.close()
  })
})

describe('a datagram', () => {
  test('of a known tracker gets a reply that is not longer', async () => {
    const { id, imei } = await registered()
    const [datagram] = teltonika.encode.datagrams!(imei, [locationAgo(2), locationAgo(1)], 5)
    const reply = await sendDatagram(gateway.port, datagram!)
    expect(reply?.toString('hex')).toBe('0005cafe010502')
    expect(reply!.length).toBeLessThanOrEqual(datagram!.length)
    await expect.poll(() => countStored(id)).toBe(2)
  })

  test('of an unknown tracker, or of none, gets no reply', async () => {
    const imei = nextImei()
    const [datagram] = teltonika.encode.datagrams!(imei, [locationAgo(1)], 5)
    const answers = await Promise.all(
      [datagram!, Buffer.from('hello'), Buffer.alloc(0)].map((bytes) =>
        sendDatagram(gateway.port, bytes, 800),
      ),
    )
    expect(answers).toEqual([undefined, undefined, undefined])
    await expect.poll(() => findQuarantined(imei)).toMatchObject({ protocol: 'teltonika' })
  })

  test('with 89 heartbeats of GPS103 gets one reply, not longer than the datagram', async () => {
    const { imei } = await registered()
    const heartbeat = Buffer.from(`${imei};`)
    const datagram = Buffer.concat(Array.from({ length: 89 }, () => heartbeat))
    const replies = await countReplies(gateway.port, datagram)
    expect(replies.packets).toBe(1)
    expect(replies.bytes).toBeLessThanOrEqual(datagram.length)
  })
})

describe('limits', () => {
  test('limits connections of an address that no tracker uses; registered trackers are not counted', async () => {
    const { port } = await gatewayWith({ maxConnectionsPerAddress: 3, sharedNetworks: [] })
    const { imei } = await registered()
    const welcome = await loggedIn(imei, port)
    const silent = await Promise.all(Array.from({ length: 12 }, () => connectTracker(port)))
    const closed = await Promise.all(silent.map((one) => one.isClosed(500)))
    expect(closed.filter((isClosed) => !isClosed).length).toBe(3)
    welcome.send(teltonikaPacket(locationAgo(1)))
    expect(await welcome.answer(4)).toBe(countReply(1))
    for (const one of [welcome, ...silent]) one.close()
  })

  test('does not limit the addresses of shared networks', async () => {
    const { port } = await gatewayWith({ maxConnectionsPerAddress: 3, sharedNetworks: ['127.0.0.0/8'] })
    const trackers = await Promise.all(Array.from({ length: 8 }, () => connectTracker(port)))
    const closed = await Promise.all(trackers.map((tracker) => tracker.isClosed(300)))
    expect(closed).not.toContain(true)
    for (const tracker of trackers) tracker.close()
  })

  test('closes the oldest of too many connections of one tracker', async () => {
    const { imei } = await registered()
    const first = await loggedIn(imei)
    const others = []
    for (let number = 0; number < 10; number += 1) others.push(await loggedIn(imei))
    expect(await first.isClosed()).toBe(true)
    others.at(-1)!.send(teltonikaPacket(locationAgo(1)))
    expect(await others.at(-1)!.answer(4)).toBe(countReply(1))
    for (const tracker of others) tracker.close()
  })

  test('disconnects an unregistered tracker in time, though it sends heartbeats', async () => {
    const { port } = await gatewayWith({ firstFrameSeconds: 2 })
    const imei = nextImei()
    const tracker = await connectTracker(port)
    tracker.send(gt06.encode.login!(imei, 1))
    const beat = setInterval(() => tracker.send(gt06.encode.heartbeat!(imei, 2)), 200)
    const isClosed = await tracker.isClosed(5_000)
    clearInterval(beat)
    expect(isClosed).toBe(true)
  })

  test('limits connections per address; closed ones do not count', async () => {
    const { port } = await gatewayWith({ maxConnectionsPerAddress: 3, sharedNetworks: [] })
    const { imei } = await registered()
    const silent = await Promise.all([1, 2, 3].map(() => connectTracker(port)))
    const fourth = await connectTracker(port)
    expect(await fourth.isClosed()).toBe(true)

    silent[0]!.close()
    await expect
      .poll(async () => {
        const next = await connectTracker(port)
        next.send(teltonikaLogin(imei))
        return next.answer(1, 500).catch(() => 'closed')
      })
      .toBe('01')
    for (const tracker of silent) tracker.close()
  })

  test('limits connections in total', async () => {
    const { port } = await gatewayWith({ maxConnections: 2 })
    const { imei } = await registered()
    const trackers = await Promise.all([1, 2].map(() => loggedIn(imei, port)))
    expect(await (await connectTracker(port)).isClosed()).toBe(true)
    for (const tracker of trackers) tracker.close()
  })

  test('disconnects a client without a useful frame in time, however slowly it sends', async () => {
    const { port } = await gatewayWith({ firstFrameSeconds: 2 })
    const { imei } = await registered()
    const [silent, slow, tracker] = await Promise.all([1, 2, 3].map(() => connectTracker(port)))
    const drip = setInterval(() => slow!.send(Buffer.from([0])), 500)
    tracker!.send(gt06.encode.login!(nextImei(), 1))
    const welcome = await loggedIn(imei, port)
    const closed = await Promise.all([silent!, slow!, tracker!].map((tracker) => tracker.isClosed(5_000)))
    clearInterval(drip)
    expect(closed).toEqual([true, true, true])
    expect(await welcome.isClosed(200)).toBe(false)
    welcome.close()
  })

  test('disconnects an idle tracker', async () => {
    const { port } = await gatewayWith({ idleSeconds: 2 })
    const { imei } = await registered()
    const tracker = await loggedIn(imei, port)
    expect(await tracker.isClosed(1_000)).toBe(false)
    expect(await tracker.isClosed(4_000)).toBe(true)
  })

  test('disconnects a client that never reads its replies', async () => {
    const { imei } = await registered()
    const heartbeat = gt06.encode.heartbeat!(imei, 9)
    const silentReader = await connectSilentReader(gateway.port, gt06.encode.login!(imei, 1))
    const isCut = await silentReader.flood(heartbeat, 20_000)
    expect(isCut).toBe(true)
  })
})

test.each([
  ['noise', Buffer.alloc(2_000_000, 'x')],
  ['pings, a frame in each byte', Buffer.alloc(2_000_000, 0xff)],
  ['frames with wrong checksums', Buffer.alloc(2_000_000, spoiledFrame())],
])('a client that sends %s without end is disconnected', async (_, flood) => {
  const tracker = await connectTracker(gateway.port)
  tracker.send(flood)
  expect(await tracker.isClosed()).toBe(true)
})

/** Counts what comes back for one datagram. */
async function countReplies(port: number, datagram: Buffer): Promise<{ packets: number; bytes: number }> {
  const socket = createSocket('udp4')
  const replies = { packets: 0, bytes: 0 }
  socket.on('message', (reply) => {
    replies.packets += 1
    replies.bytes += reply.length
  })
  socket.send(datagram, port, '127.0.0.1')
  await expect.poll(() => replies.packets).toBeGreaterThan(0)
  await sleep(300)
  socket.close()
  return replies
}

function spoiledFrame(): Buffer {
  const frame = Buffer.from(gt06.encode.heartbeat!('', 1))
  frame[frame.length - 3]! ^= 1
  return frame
}

describe('Iridium over DirectIP, authenticated by its network only', () => {
  const message = (imei: string) => iridiumDirectip.encode.locations(imei, [locationAgo(60)], 1)[0]!
  const say = async (port: number, bytes: Buffer) => {
    const tracker = await connectTracker(port)
    tracker.send(bytes)
    return tracker
  }

  test('is confirmed once it is stored, and the device shows its trust', async () => {
    const { port } = await gatewayWith({ directipNetworks: ['192.0.2.0/24', '127.0.0.0/8'] })
    const { id, imei } = await registered()
    const tracker = await say(port, message(imei))
    expect(await tracker.answer(7)).toBe('01000405000101')
    await expect.poll(() => countStored(id)).toBe(1)
    const { body } = await world.call('GET', `/api/devices/${id}`, { token: account.token })
    expect(body.device.authenticatedBy).toBe('network')
    tracker.close()
  })

  test('has its payload decoded by the model of the device', async () => {
    const { port } = await gatewayWith({ directipNetworks: ['127.0.0.1'] })
    const { id, imei } = await registered({ model: 'lat,lon' })
    const report = { ...locationAgo(60), attributes: { text: 'POS,-23.55052,-46.633308' } }
    const tracker = await say(port, iridiumDirectip.encode.locations(imei, [report], 1)[0]!)
    expect(await tracker.answer(7)).toBe('01000405000101')
    await expect.poll(() => countStored(id)).toBe(1)
    const { body } = await world.call('GET', `/api/devices/${id}/lastLocation`, { token: account.token })
    expect(body.lastLocation).toMatchObject({ latitude: -23.55052, longitude: -46.633308 })
    tracker.close()
  })

  test('is refused from other networks, and from all if none is configured', async () => {
    const { id, imei } = await registered()
    const elsewhere = await gatewayWith({ directipNetworks: ['192.0.2.0/24', '2001:db8::/32'] })
    for (const { port } of [elsewhere, gateway]) {
      const tracker = await say(port, message(imei))
      expect(await tracker.isClosed()).toBe(true)
      expect(tracker.rest()).toBe('')
    }
    expect(await countStored(id)).toBe(0)
  })

  test('is not confirmed for an unregistered modem', async () => {
    const { port } = await gatewayWith({ directipNetworks: ['127.0.0.1'] })
    const imei = nextImei()
    const tracker = await say(port, message(imei))
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
    await expect.poll(() => findQuarantined(imei)).toMatchObject({ protocol: 'iridium-directip' })
  })
})

describe('over HTTP', () => {
  const get = (query: string) => world.call('GET', `/ingest/osmand?${query}`)

  test('a phone gets 200 once its location is stored, 400 if it is not registered', async () => {
    const { id, imei } = await registered()
    const seconds = Math.floor(Date.now() / 1_000)
    expect((await get(`id=${imei}&lat=1&lon=2&timestamp=${seconds}`)).status).toBe(200)
    await expect.poll(() => countStored(id)).toBe(1)
    const unknownImei = nextImei()
    expect((await get(`id=${unknownImei}&lat=1&lon=2&timestamp=${seconds}`)).status).toBe(400)
    await expect.poll(() => findQuarantined(unknownImei)).toMatchObject({ protocol: 'osmand' })
  })

  test('an identifier that the database rejects does not affect others', async () => {
    const seconds = Math.floor(Date.now() / 1_000)
    for (const id of ['%00', 'a%00b', '%001/dev_0000000000000000000000', `${'x'.repeat(128)}`, '%ED%A0%80']) {
      const { status } = await get(`id=${id}&lat=1&lon=2&timestamp=${seconds}`)
      expect([id, status]).toEqual([id, 400])
    }
    // If the gateway mistook the error for an unavailable database, it would now admit every tracker.
    expect((await get(`id=${nextImei()}&lat=1&lon=2&timestamp=${seconds}`)).status).toBe(400)
  })
})
