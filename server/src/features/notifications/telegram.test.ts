import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { TelegramFault, TelegramServer } from '../../../test/telegram-server.ts'
import { openTelegramServer } from '../../../test/telegram-server.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { findTelegramBot } from './telegram-webhook.api.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let telegram: TelegramServer
let worker: { stop(): Promise<void> }
const logged: string[] = []
beforeAll(async () => {
  telegram = await openTelegramServer()
  world = await openWorld(
    {
      RASTRO_TELEGRAM_URL: telegram.url,
      RASTRO_TELEGRAM_TOKEN: telegram.token,
      RASTRO_TELEGRAM_BOT: 'RastroTestBot',
      RASTRO_NOTIFICATION_TIMEOUT_SECONDS: '1',
      RASTRO_LOG_LEVEL: 'debug',
    },
    { logTo: { write: (line) => logged.push(line) } },
  )
  account = await world.make.account({ licenses: 1_000 })
  worker = await startNotifications(world.ctx)
  await vi.waitFor(() => expect(telegram.webhook).toBeDefined(), { timeout: 10_000 })
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await telegram.close()
})
afterEach(() => {
  telegram.fault = undefined
  telegram.sent.length = 0
  world.clock.offsetMs = 0
})

test.each([
  ['the bot of the token', {}, { bot: 'RastroTestBot' }],
  ['a wrong token', { RASTRO_TELEGRAM_TOKEN: '123456:another-token-of-a-bot' }, { why: 'status 401' }],
])('the doctor finds %s', async (_what, change, found) => {
  const { telegram: given } = world.ctx.config.notifications
  const secret = (change as Record<string, string>).RASTRO_TELEGRAM_TOKEN ?? given.secret
  const config = { notifications: { ...world.ctx.config.notifications, telegram: { ...given, secret } } }
  expect(await findTelegramBot(config, 5_000)).toEqual(found)
})

let updates = 0
/** As Telegram delivers it. */
function deliver(update: object, given: { header?: string; path?: string } = {}) {
  const { url, secret_token: header } = telegram.webhook!
  updates += 1
  return world.call('POST', given.path ?? new URL(url).pathname, {
    body: { update_id: updates, ...update },
    headers: { 'x-telegram-bot-api-secret-token': given.header ?? header },
  })
}
const write = (chat: number, text: string) => deliver({ message: { text, chat: { id: chat }, from: {} } })

async function makeContact() {
  const { token } = account
  const body = { name: 'Ana', channel: 'telegram', address: 'her chat', language: 'es' }
  const made = await world.call('POST', '/api/contacts', { token, body })
  expect(made.status).toBe(201)
  const path = `/api/contacts/${made.body.id}`
  const { body: sent } = await world.call('POST', `${path}/verification`, { token })
  const secret = new URL(sent.openUrl).searchParams.get('start')!
  return { ...made.body, path, openUrl: sent.openUrl, secret }
}

let chats = 1_000
async function makeNotified() {
  const device = await world.make.device(account)
  chats += 1
  const address = String(chats)
  return makeNotifiedDevice(world, account, { deviceId: device.id, channel: 'telegram', address })
}

describe('a contact', () => {
  test('is verified by its link in the chat, which becomes its address', async () => {
    const contact = await makeContact()
    expect(contact.openUrl).toMatch(/^https:\/\/t\.me\/RastroTestBot\?start=\w{40,64}$/)
    expect(telegram.sent).toEqual([])
    const answered = await write(4_242, `/start ${contact.secret}`)
    expect([answered.status, answered.body]).toEqual([
      200,
      { method: 'sendMessage', chat_id: '4242', text: 'Este chat recibe alertas a partir de ahora.' },
    ])
    const { body } = await world.call('GET', contact.path, { token: account.token })
    expect(body).toMatchObject({ verified: true, address: '4242' })
    // Telegram delivers an update again if it was not sure.
    expect((await write(4_242, `/start ${contact.secret}`)).body).toEqual(answered.body)
    // Neither in another chat, nor by a second contact.
    expect((await write(4_343, `/start ${contact.secret}`)).body.text).toContain('not valid')
    const second = await makeContact()
    expect((await write(4_242, `/start ${second.secret}`)).body.text).toContain('ya recibe')
    expect((await world.call('GET', second.path, { token: account.token })).body.verified).toBe(false)
  })

  test('is not verified by a link that is old, replaced or changed', async () => {
    const contact = await makeContact()
    expect((await write(5_050, `/start ${contact.secret.slice(0, -1)}X`)).body.text).toContain('not valid')
    world.clock.offsetMs = 24 * 3_600_000 + 1_000
    expect((await write(5_050, `/start ${contact.secret}`)).body.text).toContain('not valid')
    // A minute later another one may be made.
    world.clock.offsetMs = 61_000
    const { body } = await world.call('POST', `${contact.path}/verification`, { token: account.token })
    expect((await write(5_050, `/start ${contact.secret}`)).body.text).toContain('not valid')
    const newer = new URL(body.openUrl).searchParams.get('start')
    expect((await write(5_050, `/start ${newer}`)).body.text).toContain('recibe alertas')
  })
})

describe('the webhook', () => {
  test.each(['path', 'header'] as const)('takes nothing with a wrong secret in the %s', async (part) => {
    const contact = await makeContact()
    const update = { message: { text: `/start ${contact.secret}`, chat: { id: 6_060 } } }
    const wrong = part === 'path' ? { path: `/hooks/telegram/${'0'.repeat(64)}` } : { header: '0'.repeat(64) }
    expect((await deliver(update, wrong)).status).toBe(404)
    expect((await world.call('GET', contact.path, { token: account.token })).body.verified).toBe(false)
  })

  test.each([
    {},
    { message: {} },
    { message: { text: 'hello', chat: { id: 1 } } },
    { message: { text: '/start', chat: { id: 1 } } },
    { message: { text: `/start ${'x'.repeat(52)}`, chat: { id: { $ne: 1 } } } },
    { callback_query: {} },
    { callback_query: { data: { length: 52 } } },
    { edited_message: { text: '/start' } },
  ])('answers %j with nothing', async (update) => {
    const { status, body } = await deliver(update)
    expect([status, body]).toEqual([200, {}])
  })

  test('refuses more than 64 kB', async () => {
    expect((await write(1, 'x'.repeat(70_000))).status).toBe(413)
  })

  test('has secrets that differ from the token and are not logged', () => {
    const { url, secret_token } = telegram.webhook!
    const path = url.split('/').at(-1)!
    expect(new Set([path, secret_token, telegram.token]).size).toBe(3)
    expect(logged.filter((line) => [secret_token, telegram.token].some((one) => line.includes(one)))).toEqual(
      [],
    )
  })
})

describe('an alert', () => {
  test('is sent as plain text that mentions nobody, and acknowledged by its button', async () => {
    const notified = await makeNotified()
    await notified.raise(1, { name: '@everyone <b>*x*</b>', coordinates: [41.38, 2.17] })
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { telegram: 1 }])
    const [message] = telegram.sent
    expect(message.parse_mode).toBe(undefined)
    expect(message.text).toContain('<b>*x*</b>')
    expect(message.text).not.toContain('@everyone')
    const [[acknowledge], [map]] = message.reply_markup.inline_keyboard
    expect(map.url).toContain('/alerts?id=')
    expect(Buffer.byteLength(acknowledge.callback_data)).toBeLessThanOrEqual(64)
    const press = () => deliver({ callback_query: { id: '7', data: acknowledge.callback_data, from: {} } })
    expect((await press()).body).toEqual({
      method: 'answerCallbackQuery',
      callback_query_id: '7',
      text: 'Acknowledged by Contact.',
      show_alert: true,
    })
    expect((await press()).body.text).toBe('Acknowledged by Contact.')
    const { body } = await world.call('GET', `/api/alerts?deviceId=${notified.deviceId}`, {
      token: account.token,
    })
    expect(body.alerts[0].acknowledgedAt).not.toBe(null)
    expect(
      (await deliver({ callback_query: { id: '8', data: 'x'.repeat(52), from: { language_code: 'pt-BR' } } }))
        .body.text,
    ).toBe('Este alerta terminou.')
  })

  test.each([
    ['blocked', 'Telegram answered 403: Forbidden: bot was blocked by the user', true],
    ['deactivated', 'Telegram answered 403: Forbidden: user is deactivated', true],
    ['chat not found', 'Telegram answered 400: Bad Request: chat not found', true],
    ['supergroup', 'Telegram answered 400: Bad Request: group chat was upgraded to a supergroup chat', true],
    ['bad request', 'Telegram answered 400: Bad Request: message text is empty', false],
  ] satisfies [TelegramFault, string, boolean][])('refused as %s fails: %s', async (fault, reason, gone) => {
    const notified = await makeNotified()
    telegram.fault = fault
    await notified.raise(1)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([
      { [`failed ${reason}`]: 1 },
      { telegram: 0 },
    ])
    const { rows } = await world.superuser.query(
      `select verified_at is null as "isGone", gone_reason as reason from contacts
       where account_id = $1 and channel = 'telegram' and address = $2`,
      [account.accountId, String(chats)],
    )
    expect(rows).toEqual([{ isGone: gone, reason: gone ? reason : null }])
  })

  test.each([
    ['too many', 78],
    ['wrong token', 31],
    ['broken', 31],
  ] satisfies [TelegramFault, number][])(
    'refused for a while (%s) is sent after %i s',
    async (fault, seconds) => {
      const notified = await makeNotified()
      telegram.fault = fault
      await notified.raise(1)
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { telegram: 0 }])
      telegram.fault = undefined
      world.clock.offsetMs = (seconds - 4) * 1_000
      await notified.settled()
      expect(await notified.states()).toEqual({ waiting: 1 })
      world.clock.offsetMs = seconds * 1_000
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { telegram: 1 }])
    },
  )

  test.each(['hangs', 'bad gateway'] satisfies TelegramFault[])(
    'whose answer is lost (%s) is unknown, and counts',
    async (fault) => {
      const notified = await makeNotified()
      telegram.fault = fault
      await notified.raise(1)
      await notified.settled()
      expect([await notified.attempts(), await notified.units()]).toEqual([{ unknown: 1 }, { telegram: 1 }])
    },
  )
})
