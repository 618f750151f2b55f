import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mosquitto } from '../../../../../scripts/services/mosquitto.ts'
import { startMosquitto } from '../../../../../scripts/services/mosquitto.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { TestDevice } from '../../../../test/webhook-fixture.ts'
import { deleteWebhooks, makeDevices, publishEvents } from '../../../../test/webhook-fixture.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { signatureOf } from '../signature.ts'
import { startWebhooks } from '../worker.api.ts'

interface Published {
  topic: string
  body: string
  packet: IPublishPacket
}

const dir = mkdtempSync(join(tmpdir(), 'rastro-webhook-mqtt-'))
let broker: Mosquitto
let reader: MqttClient
let published: Published[]
let world: World
let account: MadeAccount
let devices: TestDevice[]
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  broker = await startMosquitto({ dir, users: ['fleet'] })
  reader = await connectAsync(broker.url, { protocolVersion: 5 })
  reader.on('message', (topic, payload, packet) => {
    published.push({ topic, body: payload.toString(), packet })
  })
  await reader.subscribeAsync('rastro/#', { qos: 1 })
  world = await openWorld({ RASTRO_WEBHOOK_TIMEOUT_SECONDS: '1' })
  worker = await startWebhooks(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await reader.endAsync(true)
  await broker.remove()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  published = []
  account = await world.make.account()
  devices = await makeDevices(world, account, 2)
})
afterEach(() => deleteWebhooks(world))

const address = (topic: string) => `mqtt://127.0.0.1:${broker.port}/${topic}`
function credentials() {
  const { username, password } = new URL(broker.urlOf('fleet'))
  return { userName: username, password }
}
const deliveriesOf = async ({ id }: { id: string }) =>
  (await world.call('GET', `/api/webhooks/${id}/deliveries`, { token: account.token })).body.deliveries

test('events are published to the topic of their device, in order, confirmed and signed', async () => {
  const url = address('rastro/fleet/{type}/{deviceId}')
  const webhook = await world.make.webhook(account, { url, ...credentials() })
  const both = [devices[0]!, devices[1]!, devices[0]!, devices[1]!].map((device) => ({ device }))
  const ids = await publishEvents(world, account, both)
  await expect.poll(() => published.length).toBe(4)
  for (const device of devices) {
    const own = published.filter(({ topic }) => topic === `rastro/fleet/alert.raised/${device.id}`)
    const expected = ids.filter((_, index) => both[index]!.device === device)
    expect(own.map(({ body }) => JSON.parse(body).id)).toEqual(expected)
  }
  const { body, packet } = published.find((one) => JSON.parse(one.body).id === ids[0])!
  const { contentType, userProperties } = packet.properties as {
    contentType: string
    userProperties: Record<string, string>
  }
  expect(contentType).toBe('application/json; charset=utf-8')
  const timestamp = Number(userProperties['webhook-timestamp'])
  expect(userProperties['webhook-signature']).toBe(
    signatureOf([webhook.secret], { id: ids[0]!, timestamp, body }),
  )
  await expect
    .poll(async () => (await deliveriesOf(webhook)).map((one: { state: string }) => one.state))
    .toEqual(Array(4).fill('delivered'))
  const [{ attempts }] = await deliveriesOf(webhook)
  expect(attempts).toMatchObject([{ status: null, error: null, url }])
})

test('what the broker does not allow is kept and tried again, with its reason', async () => {
  const webhook = await world.make.webhook(account, { url: address('rastro/others/x'), ...credentials() })
  await publishEvents(world, account, [{ device: devices[0]! }])
  await expect
    .poll(() => deliveriesOf(webhook))
    .toMatchObject([
      {
        state: 'waiting',
        attempts: [{ status: null, error: expect.stringMatching(/refused.*authori[sz]ed/i) }],
      },
    ])
  expect(published).toEqual([])
})

test('a test reports a wrong password', async () => {
  const fields = { url: address('rastro/fleet/x'), userName: 'fleet', password: 'wrong' }
  const webhook = await world.make.webhook(account, fields)
  const test = await world.call('POST', `/api/webhooks/${webhook.id}/test`, { token: account.token })
  expect(test.body).toMatchObject({
    delivered: false,
    error: expect.stringMatching(/refused.*authori[sz]ed/i),
  })
})

test('events wait while the broker is away, and arrive once it is back', async () => {
  const webhook = await world.make.webhook(account, { url: address('rastro/fleet/x'), ...credentials() })
  await broker.stop()
  await publishEvents(world, account, [{ device: devices[0]! }])
  await expect
    .poll(async () => (await deliveriesOf(webhook))[0]?.attempts[0]?.error)
    .toBe('the broker could not be reached (ECONNREFUSED)')
  await broker.start()
  await expect.poll(() => published.length, { timeout: 30_000 }).toBe(1)
})

test('a password is never shown, and is not sent to another host', async () => {
  const url = address('rastro/fleet/x')
  const made = await world.make.webhook(account, { url, ...credentials() })
  const path = `/api/webhooks/${made.id}`
  const change = (body: object) =>
    world.call('PATCH', path, {
      token: account.token,
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  const shown = await world.call('GET', path, { token: account.token })
  expect(shown.body).toMatchObject({ userName: 'fleet', hasPassword: true })
  expect(JSON.stringify(shown.body)).not.toContain(credentials().password)
  const audit = await world.call('GET', '/api/audit', { token: account.token })
  expect(audit.text).not.toContain(credentials().password)

  expect(await change({ name: 'Renamed' })).toMatchObject({ status: 200, body: { hasPassword: true } })
  expect(await change({ url: 'mqtt://127.0.0.1:1/rastro/fleet/x' })).toMatchObject({
    status: 400,
    body: { error: 'password must be given again for another host or user name.' },
  })
  expect(await change({ userName: 'other' })).toMatchObject({ status: 400 })
  expect(await change({ url: address('rastro/fleet/y') })).toMatchObject({ body: { hasPassword: true } })
  expect(await change({ userName: null })).toMatchObject({ status: 200, body: { hasPassword: false } })
  expect(await change({ password: 'alone' })).toMatchObject({ status: 400 })
  const receiver = { url: 'http://127.0.0.1:1/', userName: 'fleet' }
  expect(await change(receiver)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/userName is for brokers only/) },
  })
})

test('a broker that never answers, or floods, holds up only its own events', async () => {
  const sockets = new Set<Socket>()
  const hostile = createServer((socket) => {
    sockets.add(
      socket
        .on('error', () => {})
        .on('close', () => sockets.delete(socket))
        .resume(),
    )
    const flood = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x30)));
    }
    if (isFlooding) {
      socket.on('drain', flood)
      flood()
    }
  })
  let isFlooding = false
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  const { port } = hostile.address() as AddressInfo
  const silent = await world.make.webhook(account, { url: `mqtt://127.0.0.1:${port}/x` })
  await world.make.webhook(account, { url: address('rastro/fleet/x'), ...credentials() })
  for (const isFlood of [false, true]) {
    isFlooding = isFlood
    published = []
    await publishEvents(world, account, [{ device: devices[0]! }])
    await expect.poll(() => published.length).toBe(1)
    await expect
      .poll(async () => (await deliveriesOf(silent)).length, { timeout: 10_000 })
      .toBe(isFlood ? 2 : 1)
  }
  await expect.poll(() => sockets.size, { timeout: 10_000 }).toBe(0)
  const [{ attempts }] = (await deliveriesOf(silent)).toReversed()
  expect(attempts[0].error).toMatch(/no answer within 1 s|ended the connection|could not be reached/)
  hostile.close()
})
