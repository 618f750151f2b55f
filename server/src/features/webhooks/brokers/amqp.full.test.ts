import { connect } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import type { RabbitMq } from '../../../../test/rabbitmq.ts'
import { startRabbitMq } from '../../../../test/rabbitmq.ts'
import type { TestDevice } from '../../../../test/webhook-fixture.ts'
import { deleteWebhooks, makeDevices, publishEvents } from '../../../../test/webhook-fixture.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { startWebhooks } from '../worker.api.ts'

interface Consumed {
  key: string
  body: string
  contentType: string
  messageId: string
  isPersistent: boolean
  headers: Record<string, string>
}

let rabbit: RabbitMq
let consumed: Consumed[]
let stopConsuming: () => Promise<void>
let world: World
let account: MadeAccount
let devices: TestDevice[]
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  rabbit = await startRabbitMq()
  await rabbit.control('add_user', 'fleet', 'p@ss:word')
  await rabbit.control('set_permissions', 'fleet', '^$', '^amq\\.topic$', '^$')
  const connection = await connect(`amqp://guest:guest@127.0.0.1:${rabbit.port}`)
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('fleet')
  await channel.bindQueue(queue, 'amq.topic', '#')
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const { contentType, messageId, deliveryMode, headers } = message.properties
      consumed.push({
        key: message.fields.routingKey,
        body: message.content.toString(),
        contentType,
        messageId,
        isPersistent: deliveryMode === 2,
        headers: headers as Record<string, string>,
      })
    },
    { noAck: true },
  )
  connection.on('error', () => {})
  // One of the tests closes all connections.
  stopConsuming = () => connection.close().catch(() => {})
  world = await openWorld({ RASTRO_WEBHOOK_TIMEOUT_SECONDS: '3' })
  worker = await startWebhooks(world.ctx)
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
  await stopConsuming?.()
  await rabbit?.stop()
})
beforeEach(async () => {
  consumed = []
  account = await world.make.account()
  devices = await makeDevices(world, account, 2)
})
afterEach(() => deleteWebhooks(world))

const credentials = { userName: 'fleet', password: 'p@ss:word' }
const address = (rest = '') => `amqp://127.0.0.1:${rabbit.port}/${rest}`
const attemptsOf = async ({ id }: { id: string }) =>
  (await world.call('GET', `/api/webhooks/${id}/deliveries`, { token: account.token })).body.deliveries[0]
    ?.attempts
const sendTest = async (url: string, fields: object = credentials) => {
  const { id } = await world.make.webhook(account, { url, ...fields })
  return (await world.call('POST', `/api/webhooks/${id}/test`, { token: account.token })).body
}

test('events are published to the exchange, persistent and confirmed', async () => {
  const webhook = await world.make.webhook(account, { url: address(), ...credentials })
  const [id] = await publishEvents(world, account, [{ device: devices[0]! }, { device: devices[1]! }])
  await expect.poll(() => consumed.length).toBe(2)
  const first = consumed.find(({ messageId }) => messageId === id)!
  expect(first).toMatchObject({
    key: `alert.raised.${devices[0]!.id}`,
    contentType: 'application/json; charset=utf-8',
    isPersistent: true,
    headers: { 'webhook-id': id, 'webhook-signature': expect.stringMatching(/^v1,/) },
  })
  expect(JSON.parse(first.body)).toMatchObject({ id, deviceId: devices[0]!.id })
  await expect.poll(() => attemptsOf(webhook)).toMatchObject([{ status: null, error: null }])
})

test.each([
  ['a wrong password', '', { ...credentials, password: 'wrong' }, /refused|ACCESS[-_]REFUSED|login/i],
  ['an unknown virtual host', 'none', credentials, /refused: the virtual host/],
  ['an exchange that does not exist', '?exchange=none', credentials, /no exchange 'none'|refused.*none/i],
  ['an exchange without permission', '?exchange=amq.direct', credentials, /access.*refused/i],
])('%s is reported', async (_, rest, fields, error) => {
  expect(await sendTest(address(rest), fields)).toMatchObject({
    delivered: false,
    error: expect.stringMatching(error),
  })
})

test('events wait while the broker is away, and arrive once it is back', async () => {
  const webhook = await world.make.webhook(account, { url: address(), ...credentials })
  await publishEvents(world, account, [{ device: devices[0]! }])
  await expect.poll(() => consumed.length).toBe(1)
  await rabbit.control('close_all_connections', 'test')
  await rabbit.control('suspend_listeners')
  await publishEvents(world, account, [{ device: devices[1]! }])
  await expect.poll(() => attemptsOf(webhook)).toMatchObject([{ error: expect.stringMatching(/broker/) }])
  await rabbit.control('resume_listeners')
  await expect.poll(() => attemptsOf(webhook), { timeout: 30_000 }).toMatchObject([{}, { error: null }])
})
