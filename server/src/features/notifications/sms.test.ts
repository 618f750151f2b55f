import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createSmpp } from './channels/smpp.ts'
import { createSmsHttp } from './channels/sms-http.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let centre: SmsCentre
let worker: { stop(): Promise<void> }
let notified: NotifiedDevice
beforeAll(async () => {
  centre = await openSmsCentre()
  world = await openWorld({
    RASTRO_SMPP_URL: centre.url,
    RASTRO_SMS_FROM: 'Rastro',
    RASTRO_NOTIFICATION_TIMEOUT_SECONDS: '2',
    RASTRO_SMS_HTTP_SECRET: 'a secret of the provider',
  })
  account = await world.make.account({ licenses: 100 })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await centre.close()
})
beforeEach(async () => {
  centre.messages.length = 0
  const device = await world.make.device(account)
  notified = await makeNotifiedDevice(world, account, {
    deviceId: device.id,
    channel: 'sms',
    address: '+34600111222',
  })
})
afterEach(() => {
  centre.behaviour = 'accepts'
  world.clock.offsetMs = 0
})

describe('by SMPP an alert', () => {
  test('is sent as one message, and its receipt is stored', async () => {
    await notified.raise(1, { coordinates: [41.38, 2.17] })
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 1 })
    expect(await notified.units()).toEqual({ sms: 1 })
    const [message] = centre.messages
    expect(message).toMatchObject({ to: '34600111222', from: 'Rastro' })
    expect(message?.text).toContain('Boat: Too fast')
    centre.sendReceipt(message!.id, 'DELIVRD')
    const receipt = async () =>
      (await world.call('GET', `/api/devices/${notified.deviceId}/notifications`, { token: account.token }))
        .body.notifications[0].receipt
    await expect.poll(receipt).toBe('delivered')
  })

  test.each([
    ['Ñandú señal', 'in GSM characters'],
    ['Λογισμικό 🚤', 'in other characters'],
    ['a very long story '.repeat(20), 'however long'],
  ])('with %s, %s, is one message that counts one', async (text) => {
    await notified.raise(1, { text })
    await notified.settled()
    expect(centre.messages).toHaveLength(1)
    expect(centre.messages[0]?.text).toContain(text.slice(0, 100).trim())
    expect(centre.messages[0]?.text).toMatch(/I am on it: \S+\/acknowledge\/[0-9A-Za-z]{54}$/)
    expect(await notified.units()).toEqual({ sms: 1 })
  })

  test('that is permanently refused reverts the count and records the reason', async () => {
    centre.behaviour = { status: 0x0b }
    await notified.raise(1)
    await notified.settled()
    expect(await notified.units()).toEqual({ sms: 0 })
    const [state] = Object.keys(await notified.states())
    expect(state).toBe('failed the SMS centre refused it with status 0x0000000b')
  })

  test.each([0x08, 0x14, 0x58])('that is temporarily refused with status %i is retried', async (status) => {
    centre.behaviour = { status }
    await notified.raise(1)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { sms: 0 }])
    centre.behaviour = 'accepts'
    world.clock.offsetMs = 31_000
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { sms: 1 }])
  })

  test.each([
    ['takes it and hangs up', 2],
    ['loses it and hangs up', 1],
    ['takes it and is silent', 2],
  ] as const)('keeps its count if the SMS centre %s, and is sent again', async (behaviour, arrive) => {
    centre.behaviour = behaviour
    await notified.raise(1)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { sms: 1 }])
    centre.behaviour = 'accepts'
    world.clock.offsetMs = 31_000
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { sms: 2 }])
    expect(await notified.attempts()).toEqual({ unknown: 1, accepted: 1 })
    expect(centre.messages).toHaveLength(arrive)
  })
})

/** Account 1 has a brand with a sender of its own, account 2 one without. */
const findBrand = async (accountId: number) => ({
  ...{ name: 'Alpha', replyTo: null, footer: null, sender: null },
  smsSender: accountId === 1 ? 'AlphaGPS' : null,
})

test.each([
  [1, 'AlphaGPS'],
  [2, 'Rastro'],
  [undefined, 'Rastro'],
])('by SMPP the sender of account %s is %s', async (accountId, from) => {
  const smpp = createSmpp(world.ctx, centre.url, { onReceipt: async () => {}, findBrand })
  const content = { subject: 's', text: 't', html: 'h', short: 'Boat: SOS', picture: undefined }
  const outcome = await smpp.send({ id: 'ntf_1', to: '+34600111222', accountId, content })
  await smpp.stop()
  expect([outcome.kind, centre.messages.at(-1)?.from]).toEqual(['accepted', from])
})

describe('by HTTP', () => {
  const content = { subject: 's', text: 't', html: 'h', short: 'Boat: SOS', picture: undefined }
  const message = { id: 'ntf_1', to: '+34600111222', content }
  const asked: { body: unknown; authorization: string | undefined }[] = []
  let status: number | 'silent' | 'hangs up' = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ body, authorization: request.headers.authorization })
    if (status === 'hangs up') request.socket.destroy()
    else if (status !== 'silent') response.writeHead(status).end(JSON.stringify({ id: 'p-1' }))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.closeAllConnections() ?? server.close())
  const send = () =>
    createSmsHttp(world.ctx, `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`).send(message)

  test('a message is JSON with the secret, and its provider id is stored', async () => {
    status = 200
    expect(await send()).toEqual({ kind: 'accepted', providerId: 'p-1' })
    expect(asked.at(-1)).toEqual({
      body: { id: 'ntf_1', from: 'Rastro', to: '+34600111222', text: 'Boat: SOS' },
      authorization: 'Bearer a secret of the provider',
    })
  })

  test('the sender is that of the brand of the account', async () => {
    status = 200
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
    const smsHttp = createSmsHttp(world.ctx, url, findBrand)
    await smsHttp.send({ ...message, accountId: 1 })
    await smsHttp.send({ ...message, accountId: 2 })
    expect(asked.slice(-2).map(({ body }) => (body as { from: string }).from)).toEqual(['AlphaGPS', 'Rastro'])
  })

  test.each([
    [302, { kind: 'refused', isTemporary: false }],
    [400, { kind: 'refused', isTemporary: false }],
    [429, { kind: 'refused', isTemporary: true }],
    [500, { kind: 'refused', isTemporary: true }],
    [503, { kind: 'refused', isTemporary: true }],
    [504, { kind: 'unknown' }],
    ['silent', { kind: 'unknown' }],
    ['hangs up', { kind: 'unknown' }],
  ] as const)('an answer of %s is understood', async (answers, outcome) => {
    status = answers
    expect(await send()).toMatchObject(outcome)
  })

  test('an unreachable provider is a temporary refusal', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const outcome = await createSmsHttp(world.ctx, `http://127.0.0.1:${port}/sms`).send(message)
    expect(outcome).toMatchObject({ kind: 'refused', isTemporary: true })
  })
})
