// A broker with TLS and accounts, as docs/trackers/owntracks-mqtt.md describes it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mosquitto } from '../../../../scripts/services/mosquitto.ts'
import { startMosquitto } from '../../../../scripts/services/mosquitto.ts'
import { makeCertificate } from '../../../test/certificate.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-mqtt-tls-'))
const certificate = makeCertificate(dir, '127.0.0.1')
let broker: Mosquitto
let world: World
beforeAll(async () => {
  broker = await startMosquitto({ dir: join(dir, 'mosquitto'), users: ['ana'], certificate })
  world = await openWorld({ RASTRO_MQTT_URL: broker.url })
})
afterAll(async () => {
  await world.close()
  await broker.remove()
  rmSync(dir, { recursive: true })
})

test('a phone over TLS is stored, and its topic is its account at the broker', async () => {
  const trusting = { ...world.env, NODE_EXTRA_CA_CERTS: certificate.certificateFile }
  const server = await spawnServer(trusting, ['mqtt', 'recorder'])
  const phone = await connectAsync(broker.urlOf('ana'), { ca: readFileSync(certificate.certificateFile) })
  try {
    const account = await world.make.account({ licenses: 2 })
    const topics = ['owntracks/ana/phone', 'owntracks/eve/phone']
    const devices = await Promise.all(topics.map((identifier) => world.make.device(account, { identifier })))
    const message = JSON.stringify({
      _type: 'location',
      lat: 41.5,
      lon: 2.1,
      tst: Math.floor(Date.now() / 1_000),
    })
    // The broker drops what Ana publishes as Eve.
    for (const topic of topics.toReversed())
      await phone.publishAsync(topic, message, { qos: 1 }).catch(() => {})
    const stored = async (id: string) =>
      (await world.call('GET', `/api/devices/${id}/lastLocation`, { token: account.token })).body
    const expected = { lastLocation: { latitude: 41.5 } }
    await expect.poll(() => stored(devices[0].id), { timeout: 20_000 }).toMatchObject(expected)
    expect(await stored(devices[1].id)).not.toMatchObject(expected)
  } finally {
    await phone.endAsync()
    await server.stop()
  }
})

test('a certificate of an unknown authority is refused, with the reason in the log', async () => {
  const server = await spawnServer(world.env, ['mqtt'])
  try {
    const reasons = () => JSON.stringify(server.lines)
    await expect.poll(reasons, { timeout: 20_000 }).toContain('self-signed certificate')
  } finally {
    await server.stop()
  }
})
