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
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startMqtt } from '../../roles/mqtt.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-mqtt-'))
let broker: Mosquitto
let nats: Nats
let world: World
let recorder: { stop(): void }
let account: MadeAccount
let phone: MqttClient
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  broker = await startMosquitto({ dir: join(dir, 'mosquitto'), users: ['ana', 'eve'] })
  nats = await startNats({ dir: join(dir, 'nats') })
  world = await openWorld({
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_MQTT_URL: broker.url,
  })
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 100 })
  phone = await connectAsync(broker.urlOf('ana'))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await phone.endAsync()
  recorder.stop()
  await world.close()
  await broker.remove()
  await nats.remove()
  rmSync(dir, { recursive: true, force: true })
})

let last = 0
/** Registered with an identifier under which Ana may publish. */
async function registered(): Promise<{ id: string; topic: string }> {
  last += 1
  const topic = `owntracks/ana/phone${last}`
  const { id } = await world.make.device(account, { identifier: topic })
  return { id, topic }
}

function listen(): void {
  stops.push(startMqtt(world.ctx).stop)
}

/** Independent of the clock: the same number is the same location. */
const startSeconds = Math.floor(Date.now() / 1_000)
const message = (secondsAgo: number, more: object = {}) =>
  JSON.stringify({
    _type: 'location',
    lat: 41.5,
    lon: 2.1,
    tst: startSeconds - secondsAgo,
    ...more,
  })
const publish = (topic: string, text: string, by = phone) => by.publishAsync(topic, text, { qos: 1 })

async function countStored(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
    [deviceId],
  )
  return rows[0].count
}
const stored = (deviceId: string) =>
  expect.poll(() => countStored(deviceId), { timeout: 30_000, interval: 100 })

test('locations and region events of a phone are stored', async () => {
  listen()
  const { id, topic } = await registered()
  await publish(topic, message(60, { vel: 36, batt: 80 }))
  await publish(`${topic}/event`, message(30, { _type: 'transition', event: 'leave', desc: 'Depot' }))
  await stored(id).toBe(2)
  const { rows } = await world.superuser.query(
    `select speed, more from locations l join devices d on d.number = l.device_number where d.id = $1 order by fixed_at`,
    [id],
  )
  expect(rows[0]).toMatchObject({ speed: 360, more: { battery: 80 } })
  expect(rows[1]).toMatchObject({ more: { alerts: ['geofenceExit'], attributes: { region: 'Depot' } } })
  const { body } = await world.call('GET', `/api/devices/${id}`, { token: account.token })
  expect(body.device.authenticatedBy).toBe('identifier')
})

test('invalid messages, unknown phones and other topics do not block the rest', async () => {
  listen()
  const { id, topic } = await registered()
  await publish(topic, '{"_type":')
  await publish(topic, '')
  await publish(topic, JSON.stringify({ _type: 'lwt', tst: 1 }))
  await publish('owntracks/ana/nobody', message(60))
  const eve = await connectAsync(broker.urlOf('eve'))
  await publish(topic, message(50), eve).catch(() => {})
  await eve.endAsync()
  await publish(topic, message(40))
  await stored(id).toBe(1)
  const unknown = () =>
    world.superuser.query(`select protocol from quarantine where identifier = 'owntracks/ana/nobody'`)
  await expect.poll(async () => (await unknown()).rows).toEqual([{ protocol: 'owntracks' }])
})

test('messages published while no gateway runs wait at the broker, even if the broker is killed', async () => {
  listen()
  const { id, topic } = await registered()
  await publish(topic, message(100))
  await stored(id).toBe(1)
  for (const stop of stops.splice(0)) await stop()
  await publish(topic, message(90))
  // The broker persists its state once a second.
  await sleep(2_500)
  await broker.kill()
  await broker.start()
  listen()
  await stored(id).toBe(2)
})

test('a message is acknowledged only once the log holds it', async () => {
  const server = await spawnServer(world.env, ['mqtt'])
  const { id, topic } = await registered()
  await publish(topic, message(100))
  await stored(id).toBe(1)

  await nats.kill()
  for (let seconds = 1; seconds <= 20; seconds += 1) await publish(topic, message(seconds))
  await sleep(2_000)
  // An acknowledged message would be lost with it.
  await server.kill()
  await nats.start()
  expect(await countStored(id)).toBe(1)
  listen()
  await stored(id).toBe(21)
})

test('a killed gateway loses no published message', async () => {
  const { id, topic } = await registered()
  const serve = () => spawnServer(world.env, ['mqtt'])
  let server: ServerProcess = await serve()
  await publish(topic, message(1_000))
  await stored(id).toBe(1)
  const publishing = (async () => {
    for (let seconds = 1; seconds < 300; seconds += 1) await publish(topic, message(seconds))
  })()
  await stored(id).toBeGreaterThan(5)
  await server.kill()
  await publishing
  expect(await countStored(id)).toBeLessThan(300)
  server = await serve()
  await stored(id).toBe(300)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('two processes with the same client id take turns, and nothing is lost', async () => {
  listen()
  listen()
  const { id, topic } = await registered()
  for (let seconds = 1; seconds <= 50; seconds += 1) {
    await publish(topic, message(seconds))
    await sleep(60)
  }
  await stored(id).toBe(50)
})
