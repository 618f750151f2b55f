import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChatFault, ChatServer } from '../../../test/chat-server.ts'
import { openChatServer, vendors } from '../../../test/chat-server.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { NameServer } from '../../../test/name-server.ts'
import { openNameServer } from '../../../test/name-server.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { sealAddress, toStored } from './contact-address.ts'
import { startNotifications } from './worker.api.ts'

type Vendor = keyof typeof vendors

let world: World
let account: MadeAccount
let chat: ChatServer
let names: NameServer
let worker: { stop(): Promise<void> }
const logged: string[] = []
beforeAll(async () => {
  chat = await openChatServer()
  names = await openNameServer()
  for (const host of Object.values(vendors)) names.answers.set(host, [['127.0.0.1']])
  world = await openWorld(
    {
      RASTRO_WEBHOOK_DNS_SERVERS: names.address,
      RASTRO_NOTIFICATION_TIMEOUT_SECONDS: '1',
      RASTRO_LOG_LEVEL: 'debug',
    },
    { worksOnJobs: true, logTo: { write: (line) => logged.push(line) } },
  )
  account = await world.make.account({ licenses: 1_000 })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  for (const one of [chat, names]) await one.close()
})
afterEach(() => {
  chat.fault = undefined
  chat.receiver.received.length = 0
  world.clock.offsetMs = 0
})

async function makeChat(url: string, of = account) {
  const device = await world.make.device(of)
  const { address } = toStored(world.ctx, 'chat', url)
  const notified = await makeNotifiedDevice(world, of, { deviceId: device.id, channel: 'chat', address })
  await world.superuser.query(`update contacts set secret = $1 where account_id = $2 and address = $3`, [
    sealAddress(world.ctx, url),
    of.accountId,
    address,
  ])
  return { ...notified, address }
}

const contactOf = async (address: string) =>
  (await world.call('GET', `/api/contacts?search=${encodeURIComponent(address)}`, { token: account.token }))
    .body.contacts[0]

describe('a contact', () => {
  test('is verified by a code in the chat, and its URL is never shown again', async () => {
    const url = chat.urlOf('slack')
    const { token } = account
    const made = await world.call('POST', '/api/contacts', {
      token,
      body: { name: 'Night shift', channel: 'chat', address: url },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ verified: false, gone: null })
    expect(made.body.address).toMatch(/^hooks\.slack\.com #[0-9a-f]{10}$/)
    const path = `/api/contacts/${made.body.id}`
    expect((await world.call('POST', `${path}/verification`, { token })).status).toBe(200)
    await expect.poll(() => chat.receiver.received.length, { timeout: 10_000 }).toBe(1)
    const [posted] = chat.receiver.received
    expect(`http://hooks.slack.com:${chat.receiver.port}${posted!.path}`).toBe(url)
    const code = /(\d{6})/.exec(posted!.json.blocks[0].text.text)![1]
    const confirmed = await world.call('POST', `${path}/verification/confirm`, { token, body: { code } })
    expect(confirmed.body).toMatchObject({ verified: true })

    // What is shown can be sent back, and keeps the URL.
    const renamed = await world.call('PATCH', path, { token, body: { name: 'Day shift' } })
    expect(renamed.body).toMatchObject({ name: 'Day shift', verified: true, address: made.body.address })
    const replaced = await world.call('PATCH', path, { token, body: { address: chat.urlOf('slack') } })
    expect(replaced.body).toMatchObject({ verified: false })
    expect(replaced.body.address).not.toBe(made.body.address)

    const secret = url.split('/').at(-1)!
    const tables = ['contacts', 'audit_log', 'outbox', 'sent_codes', 'notifications']
    const { rows } = await world.superuser.query(
      tables.map((table) => `select to_jsonb(t)::text as row from ${table} t`).join(' union all '),
    )
    for (const { row } of rows) expect(row).not.toContain(secret)
    expect(logged.filter((line) => line.includes(secret))).toEqual([])
  })

  test.each([
    ['https://169.254.169.254/latest', /resolves to an address that chats may not reach/],
    ['ftp://hooks.slack.com/services', /must begin with https/],
    ['https://user:word@hooks.slack.com/services', /must not contain a user name/],
    ['not a url', /is not a URL/],
  ])('with the URL %s is refused without repeating it', async (address, message) => {
    const body = { name: 'Chat', channel: 'chat', address }
    const answer = await world.call('POST', '/api/contacts', { token: account.token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(message)
    expect(answer.text).not.toContain(address)
  })

  test('of a channel that is not set up is refused, and not offered', async () => {
    const body = { name: 'Call', channel: 'voice', address: '+34600111222' }
    const answer = await world.call('POST', '/api/contacts', { token: account.token, body })
    expect([answer.status, answer.body.code]).toEqual([409, 'contacts.channel_not_configured'])
    const offered = await world.call('GET', '/api/contactChannels', { token: account.token })
    expect(offered.body.channels.map(({ channel }: { channel: string }) => channel)).not.toContain('voice')
  })
})

describe('an alert', () => {
  const hostile = {
    name: '<!channel> @everyone',
    text: '*bold* [x](https://evil.example) <@U1> & @here `code`',
  }

  test.each(['slack', 'discord', 'teams', 'connector', 'mattermost'] satisfies Vendor[])(
    'is posted to %s, with links, and addresses nobody',
    async (vendor) => {
      const notified = await makeChat(chat.urlOf(vendor))
      await notified.raise(1, { ...hostile, coordinates: [41.38, 2.17] })
      await notified.settled()
      expect(await notified.states()).toEqual({ sent: 1 })
      const { body } = chat.receiver.received[0]!
      expect(body).not.toMatch(/<!channel>|@everyone|@here|<@U1>/)
      expect(body).toContain('/alerts?id=')
    },
  )

  const table: [Vendor, ChatFault, string, boolean][] = [
    ['slack', 'removed', 'Slack answered 404: no_service', true],
    ['slack', 'archived', 'Slack answered 410: channel_is_archived', true],
    ['slack', 'invalid token', 'Slack answered 403: invalid_token', true],
    ['slack', 'forbidden', 'Slack answered 403: action_prohibited', false],
    ['slack', 'invalid', 'Slack answered 400: invalid_payload', false],
    ['discord', 'removed', 'Discord answered 404: Unknown Webhook', true],
    ['discord', 'invalid token', 'Discord answered 401: Invalid Webhook Token', true],
    ['discord', 'forbidden', 'Discord answered 403: Missing Permissions', false],
    ['discord', 'invalid', 'Discord answered 400: Cannot send an empty message', false],
    ['teams', 'removed', 'Teams answered 404: WorkflowNotFound', true],
    ['teams', 'forbidden', 'Teams answered 401: DirectApiAuthorizationRequired', false],
    ['connector', 'removed', 'Teams answered 404', true],
  ]
  test.each(table)('that %s refuses as %s fails: %s', async (vendor, fault, reason, gone) => {
    const notified = await makeChat(chat.urlOf(vendor))
    chat.fault = fault
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ [`failed ${reason}`]: 1 })
    expect(await notified.units()).toEqual({ chat: 0 })
    const contact = await contactOf(notified.address)
    expect(contact.verified).toBe(!gone)
    expect(contact.gone).toEqual(gone ? { goneAt: expect.any(String), reason } : null)
    const { rows } = await world.superuser.query(
      `select after from audit_log where account_id = $1 and action = 'contacts.gone' and target = $2`,
      [account.accountId, contact.id],
    )
    expect(rows).toEqual(gone ? [{ after: { reason } }] : [])
  })

  test.each([
    ['slack', 'rate limit', 91],
    ['discord', 'rate limit', 66],
    ['teams', 'rate limit', 76],
    ['connector', 'rate limit', 31],
    ['slack', 'broken', 31],
    ['connector', 'broken', 31],
  ] satisfies [Vendor, ChatFault, number][])(
    'that %s refuses for a while (%s) is sent after %i s',
    async (vendor, fault, seconds) => {
      const notified = await makeChat(chat.urlOf(vendor))
      chat.fault = fault
      await notified.raise(1)
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { chat: 0 }])
      chat.fault = undefined
      world.clock.offsetMs = (seconds - 2) * 1_000 - 1_500
      await notified.settled()
      expect(await notified.states()).toEqual({ waiting: 1 })
      world.clock.offsetMs = seconds * 1_000
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { chat: 1 }])
    },
  )

  test('whose answer is lost is unknown, and counts', async () => {
    const notified = await makeChat(chat.urlOf('slack'))
    chat.fault = 'hangs'
    await notified.raise(1)
    await notified.settled()
    expect(await notified.attempts()).toEqual({ unknown: 1 })
    expect(await notified.units()).toEqual({ chat: 1 })
  })
})

describe('a hostile chat', () => {
  /** Answers with a redirect, a gigabyte, or nothing at all. */
  async function openHostile(kind: 'never reads' | 'sends a gigabyte' | 'redirects inside') {
    let insideRequests = 0
    const inside = createServer(() => {
      insideRequests += 1
    }).listen(0, '127.0.0.3')
    await new Promise((resolve) => inside.once('listening', resolve))
    const chunk = Buffer.alloc(1 << 20, 'x')
    let written = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      if (kind === 'never reads') {
        socket.pause()
        return
      }
      socket.resume()
      if (kind === 'redirects inside') {
        const location = `http://127.0.0.3:${(inside.address() as AddressInfo).port}/`
        socket.end(`HTTP/1.1 307 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`)
        return
      }
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && written < 1 << 30) {
          written += chunk.length
          if (!socket.write(chunk)) return
        }
      }
      socket.on('drain', more)
      more()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/x`,
      insideRequests: () => insideRequests,
      written: () => written,
      close() {
        server.close()
        inside.close()
      },
    }
  }

  test.each([
    ['never reads', { unknown: 1 }],
    ['sends a gigabyte', { accepted: 1 }],
    ['redirects inside', { refused: 1 }],
  ] as const)('that %s is bounded', async (kind, outcome) => {
    const hostile = await openHostile(kind)
    const notified = await makeChat(hostile.url)
    await notified.raise(1)
    await notified.settled()
    expect(await notified.attempts()).toEqual(outcome)
    expect(hostile.insideRequests()).toBe(0)
    expect(hostile.written()).toBeLessThan(64 << 20)
    hostile.close()
  })

  test('delays no message of another account', async () => {
    const hostileAccounts = await Promise.all(Array.from({ length: 6 }, () => world.make.account()))
    const receiver = await openChatServer()
    receiver.fault = 'hangs'
    const hostile = await Promise.all(
      hostileAccounts.map((one) => makeChat(`http://127.0.0.1:${receiver.receiver.port}/hooks/slow`, one)),
    )
    for (const one of hostile) await one.raise(40)
    await expect.poll(() => receiver.receiver.received.length).toBeGreaterThan(5)
    const notified = await makeChat(chat.urlOf('slack'))
    await notified.raise(10)
    const beganAt = Date.now()
    await expect.poll(() => chat.receiver.received.length, { timeout: 20_000, interval: 50 }).toBe(10)
    expect(Date.now() - beganAt).toBeLessThan(5_000)
    await world.superuser.query(`delete from notifications where account_id = any($1)`, [
      hostileAccounts.map(({ accountId }) => accountId),
    ])
    await receiver.close()
  })
})
