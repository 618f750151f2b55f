// Ingest keys over a real broker: any JSON by a mapping, ChirpStack and The Things Stack.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mosquitto } from '../../../../scripts/services/mosquitto.ts'
import { startMosquitto } from '../../../../scripts/services/mosquitto.ts'
import type { Nats } from '../../../../scripts/services/nats.ts'
import { startNats } from '../../../../scripts/services/nats.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { labelledMetricValue } from '../../../test/metric-value.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startMqtt } from '../../roles/mqtt.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-mqtt-keys-'))
let broker: Mosquitto
let nats: Nats
let world: World
let recorder: { stop(): void }
let account: MadeAccount
let otherAccount: MadeAccount
const stops: (() => Promise<unknown>)[] = []
const publishers: MqttClient[] = []

beforeAll(async () => {
  broker = await startMosquitto({ dir: join(dir, 'mosquitto'), users: ['ana'] })
  nats = await startNats({ dir: join(dir, 'nats') })
  world = await openWorld({
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_MQTT_URL: broker.url,
  })
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 100 })
  otherAccount = await world.make.account({ licenses: 100 })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  for (const publisher of publishers) await publisher.endAsync()
  recorder.stop()
  await world.close()
  await broker.remove()
  await nats.remove()
  rmSync(dir, { recursive: true, force: true })
})

function listen(): void {
  stops.push(startMqtt(world.ctx).stop)
}

/** A key, and who publishes under it: a user of the broker with its id as the name. */
async function publisherFor(
  owner: MadeAccount,
  key: { protocol: string; mapping?: object },
): Promise<{ id: string; publish(topic: string, payload: unknown): Promise<unknown> }> {
  const { id } = await world.make.ingestKey(owner, key)
  broker.addUser(id)
  let client: MqttClient | undefined
  const connect = async () => {
    client = await connectAsync(broker.urlOf(id), { reconnectPeriod: 0 }).catch(() => undefined)
    return client !== undefined
  }
  // The broker needs a moment to read its users again.
  await expect.poll(connect, { timeout: 30_000 }).toBe(true)
  publishers.push(client!)
  return {
    id,
    publish: (topic, payload) =>
      client!.publishAsync(
        `rastro/${id}/${topic}`,
        typeof payload === 'string' ? payload : JSON.stringify(payload),
        { qos: 1 },
      ),
  }
}

/** Resolves when the broker has answered, or has closed the connection. */
async function refused(client: MqttClient, topic: string, payload: object): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve())
  })
  await Promise.race([closed, client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })])
  await client.endAsync(true)
}

const mapping = {
  identifier: 'topic.split("/")[1]',
  dateTime: 'item.at',
  latitude: 'item.lat',
  longitude: 'item.lon',
  speed: 'kmh(item.kmh)',
}
const startSeconds = Math.floor(Date.now() / 1_000)
const report = (secondsAgo: number) => ({ at: startSeconds - secondsAgo, lat: 41.5, lon: 2.1, kmh: 54 })

let last = 0
async function device(
  owner = account,
  identifier = `unit-${++last}`,
): Promise<{ id: string; identifier: string }> {
  const { id } = await world.make.device(owner, { identifier })
  return { id, identifier }
}

async function countStored(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
    [deviceId],
  )
  return rows[0].count
}
const stored = (deviceId: string) =>
  expect.poll(() => countStored(deviceId), { timeout: 90_000, interval: 50 })
const read = async (path: string, owner = account) =>
  (await world.call('GET', path, { token: owner.token })).body

test('any JSON is stored by the mapping of the key that its topic names', async () => {
  listen()
  const { id, identifier } = await device()
  const { publish } = await publisherFor(account, { protocol: 'mapping', mapping })
  await publish(`units/${identifier}/gps`, report(60))
  await stored(id).toBe(1)
  const { lastLocation } = await read(`/api/devices/${id}/lastLocation`)
  expect(lastLocation).toMatchObject({ latitude: 41.5, longitude: 2.1, speed: 15 })
  // Only the broker knows who published.
  expect((await read(`/api/devices/${id}`)).device.authenticatedBy).toBe('identifier')
})

test('ChirpStack and The Things Stack publish what they would post', async () => {
  listen()
  const lora = await device(account, 'a000000000000025')
  const things = await device(account, 'A000000000000026')
  const place = { latitude: 41.5, longitude: 2.1 }
  const chirpstack = await publisherFor(account, { protocol: 'chirpstack' })
  const event = { deviceInfo: { devEui: lora.identifier }, time: new Date().toISOString() }
  const topic = `application/7/device/${lora.identifier}/event`
  await chirpstack.publish(`${topic}/up`, { ...event, object: place })
  await chirpstack.publish(`${topic}/join`, { ...event, object: place })
  const stack = await publisherFor(account, { protocol: 'the-things-stack' })
  await stack.publish('v3/trackers@ttn/devices/asset-26/up', {
    end_device_ids: { dev_eui: things.identifier, device_id: 'asset-26' },
    uplink_message: { received_at: new Date().toISOString(), decoded_payload: place },
  })
  await stored(lora.id).toBe(1)
  await stored(things.id).toBe(1)
})

test('a user of the broker reaches only its own key, and a key only devices of its account', async () => {
  listen()
  const mine = await device()
  const theirs = await device(otherAccount)
  const ours = await publisherFor(account, { protocol: 'mapping', mapping })
  const eve = await publisherFor(otherAccount, { protocol: 'mapping', mapping })
  // With an unlimited queue, Mosquitto 2.0.11 closes the connection of a publisher that it refuses.
  const intruder = await connectAsync(broker.urlOf(eve.id), { reconnectPeriod: 0 })
  await refused(intruder, `rastro/${ours.id}/units/${mine.identifier}`, report(60))
  await eve.publish(`units/${mine.identifier}`, report(50))
  await eve.publish(`units/${theirs.identifier}`, report(40))
  await stored(theirs.id).toBe(1)
  expect(await countStored(mine.id)).toBe(0)
})

test('what cannot be read is dropped, shown on its key, and does not hold up the rest', async () => {
  listen()
  const { id, identifier } = await device()
  const spot = await publisherFor(account, { protocol: 'spot-push' })
  await spot.publish('any', report(70))
  const key = await publisherFor(account, { protocol: 'mapping', mapping })
  await key.publish('units', '\0{"lat":')
  await key.publish(`units/${identifier}`, 'x'.repeat(100))
  const shownFault = async () =>
    (await read('/api/ingestKeys')).ingestKeys.find((one: { id: string }) => one.id === key.id).lastFault
  await expect.poll(shownFault).toMatchObject({ message: expect.stringMatching(/^payload: .*not JSON/) })
  await key.publish(`units/${identifier}`, report(60))
  await stored(id).toBe(1)
  await expect.poll(shownFault).toBe(null)
})

test('a message is acknowledged only once the log holds it', async () => {
  const server = await spawnServer(world.env, ['mqtt'])
  const { id, identifier } = await device()
  const { publish } = await publisherFor(account, { protocol: 'mapping', mapping })
  await publish(`units/${identifier}`, report(100))
  await stored(id).toBe(1)

  await nats.kill()
  for (let seconds = 1; seconds <= 20; seconds += 1) await publish(`units/${identifier}`, report(seconds))
  await sleep(2_000)
  // An acknowledged message would be lost with it.
  await server.kill()
  await nats.start()
  expect(await countStored(id)).toBe(1)
  listen()
  await stored(id).toBe(21)
})

test('what a mapping takes too long for is dropped, and the messages of others follow', async () => {
  listen()
  const { id, identifier } = await device()
  const phone = await device(account, `owntracks/ana/phone`)
  const good = await publisherFor(account, { protocol: 'mapping', mapping })
  const list = Array.from({ length: 5_000 }, (_, index) => index)
  const endless = 'item.list.map(x, item.list.map(y, x * y))'
  const slow = { identifier: 'item.id', attributes: { found: endless } }
  const hostile = await publisherFor(otherAccount, { protocol: 'mapping', mapping: slow })
  await good.publish(`units/${identifier}`, report(200))
  await stored(id).toBe(1)
  const dropped = () => labelledMetricValue('rastro_gateway_refused_total', 'reason', 'dropped')
  const before = await dropped()

  const payload = { id: 'x', list }
  for (let turn = 0; turn < 40; turn += 1) await hostile.publish('x', payload)
  await good.publish(`units/${identifier}`, report(100))
  const ana = await connectAsync(broker.urlOf('ana'))
  publishers.push(ana)
  await ana.publishAsync(
    'owntracks/ana/phone',
    JSON.stringify({ _type: 'location', lat: 41, lon: 2, tst: startSeconds - 50 }),
    { qos: 1 },
  )
  await stored(phone.id).toBe(1)
  await stored(id).toBe(2)
  expect((await dropped()) - before).toBe(40)
})
