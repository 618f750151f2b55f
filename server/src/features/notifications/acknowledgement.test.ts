import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { acknowledgeNotification } from './acknowledgement.api.ts'
import { deleteExpiredLinks } from './repeat.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let notified: NotifiedDevice
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  account = await world.make.account({ licenses: 1_000 })
  otherAccount = await world.make.account()
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.messages.length = 0
  const device = await world.make.device(account)
  notified = await makeNotifiedDevice(world, account, { deviceId: device.id, language: 'es' })
})
afterEach(() => {
  mailbox.behaviour = 'accepts'
  world.clock.release()
})

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: account.token, body })
/** Raises an alert, and returns it with the token of the link in its message. */
async function raise() {
  await notified.raise(1, { text: 'Left the harbour' })
  await notified.settled()
  const raw = mailbox.messages.at(-1)!.raw.replaceAll(/=\r?\n/g, '')
  const token = /\/acknowledge\/([0-9A-Za-z]{54})/.exec(raw)?.[1] ?? 'none'
  const { body } = await call('GET', `/api/alerts?deviceId=${notified.deviceId}`)
  return { token, alert: body.alerts[0] }
}
const open = (token: string) => world.call('GET', `/acknowledge/${token}`)
const acknowledge = (token: string) => world.call('POST', `/acknowledge/${token}`)
const alertOf = async (id: string) => (await call('GET', `/api/alerts/${id}`)).body
const actionsOf = async (id: string) =>
  (await call('GET', `/api/audit?targetId=${id}`)).body.changes.map(
    ({ action }: { action: string }) => action,
  )

test('acknowledges for the contact, whose name and channel the alert and the trail have', async () => {
  const { token, alert } = await raise()
  const opened = await open(token)
  expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(opened.body).toMatchObject({
    language: 'es',
    contact: { name: 'Contact', channel: 'email' },
    alert: { id: alert.id, severity: 'warning', title: 'Aviso: Too fast', text: 'Left the harbour' },
    acknowledgedAt: null,
    acknowledgedBy: null,
  })
  expect(opened.body.alert.facts[0].label).toBe('Dispositivo')
  const done = await acknowledge(token)
  expect([done.status, done.body.acknowledgedBy]).toEqual([200, 'Contact'])
  expect(await alertOf(alert.id)).toMatchObject({
    state: 'acknowledged',
    acknowledgedBy: null,
    acknowledgedByContact: { id: expect.stringMatching(/^con_/), name: 'Contact', channel: 'email' },
  })
  expect(await actionsOf(alert.id)).toEqual(['alerts.acknowledged_by_contact'])
  const { rows } = await world.superuser.query(
    `select data->'acknowledgedByContact'->>'channel' as channel from outbox where type = 'alert.acknowledged'
       and data->>'id' = $1`,
    [alert.id],
  )
  expect(rows).toEqual([{ channel: 'email' }])
})

test('changes nothing when a mail scanner opens it', async () => {
  const { token, alert } = await raise()
  for (let count = 0; count < 20; count += 1) await open(token)
  await world.call('HEAD', `/acknowledge/${token}`)
  expect((await alertOf(alert.id)).state).toBe('open')
})

test('acknowledges once, and names whose acknowledgement was first', async () => {
  const { token, alert } = await raise()
  const answers = await Promise.all(Array.from({ length: 8 }, () => acknowledge(token)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await actionsOf(alert.id)).toHaveLength(1)
  const second = await raise()
  await call('POST', `/api/alerts/${second.alert.id}/acknowledge`)
  const late = await acknowledge(second.token)
  expect([late.status, late.body.acknowledgedBy]).toEqual([200, 'Olga Owner'])
  expect((await alertOf(second.alert.id)).acknowledgedByContact).toBeNull()
})

test.each([
  ['resolved', async (id: string) => call('POST', `/api/alerts/${id}/resolve`)],
  [
    'withdrawn',
    async (id: string) => world.superuser.query('update alerts set withdrawn_at = now() where id = $1', [id]),
  ],
  [
    'of a contact that was deleted',
    async () =>
      call('DELETE', `/api/contacts/${(await call('GET', '/api/contacts')).body.contacts.at(-1).id}`),
  ],
  [
    'of a contact with another address',
    async () =>
      call('PATCH', `/api/contacts/${(await call('GET', '/api/contacts')).body.contacts.at(-1).id}`, {
        address: `new-${Math.random()}@example.com`,
      }),
  ],
] as const)('opens nothing when the alert is %s', async (_what, end) => {
  const { token } = await raise()
  const { body } = await call('GET', `/api/alerts?deviceId=${notified.deviceId}`)
  for (const one of body.alerts) await end(one.id)
  expect([(await open(token)).status, (await acknowledge(token)).body.code]).toEqual([
    404,
    'alerts.link_invalid',
  ])
})

test('expires after a day, and is deleted then', async () => {
  const { token, alert } = await raise()
  world.clock.offsetMs = 24 * 3_600_000 - 60_000
  expect((await open(token)).status).toBe(200)
  world.clock.offsetMs = 24 * 3_600_000
  expect([(await open(token)).status, (await acknowledge(token)).status]).toEqual([404, 404])
  await deleteExpiredLinks(world.ctx)
  const { rows } = await world.superuser.query(
    'select count(*)::int as count from acknowledge_links l where expires_at <= $1',
    [world.ctx.now()],
  )
  expect(rows[0].count).toBe(0)
  world.clock.release()
  expect((await alertOf(alert.id)).state).toBe('open')
})

test('of another account, or with a guessed end, opens nothing', async () => {
  const { token, alert } = await raise()
  const foreign = `${otherAccount.account.slice('acc_'.length)}${token.slice(22)}`
  const guesses = [
    foreign,
    `${token.slice(0, 53)}${token.endsWith('a') ? 'b' : 'a'}`,
    'x',
    token.slice(0, 22),
  ]
  for (const guess of guesses) expect([guess, (await acknowledge(guess)).status]).toEqual([guess, 404])
  expect((await alertOf(alert.id)).state).toBe('open')
  const { rows } = await world.superuser.query('select secret_hash from acknowledge_links')
  expect(rows.every(({ secret_hash }) => secret_hash.length === 32)).toBe(true)
})

test('is answered on a channel that knows the notification', async () => {
  const { alert } = await raise()
  const { rows } = await world.superuser.query('select max(number)::int as number from notifications')
  const key = { accountId: account.accountId, number: rows[0].number }
  const answer = await acknowledgeNotification(world.ctx, key, null)
  expect(answer).toMatchObject({ contactName: 'Contact', acknowledgedBy: 'Contact' })
  expect((await alertOf(alert.id)).state).toBe('acknowledged')
  await call('POST', `/api/alerts/${alert.id}/resolve`)
  expect(await acknowledgeNotification(world.ctx, key, null)).toBeUndefined()
})
