import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIdentityWorkers, textOf } from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { addOperator } from '../accounts/operator.api.ts'

let mailbox: Mailbox
let world: World
let account: MadeAccount
let token: string
let workers: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url })
  account = await world.make.account()
  await addOperator(world.ctx, { userName: account.userName, email: 'ana@example.com' })
  token = await world.make.passwordToken(account)
  workers = startIdentityWorkers(world.ctx)
})
afterAll(async () => {
  await workers.stop()
  await world.close()
  await mailbox.close()
})

const path = '/api/platform/testEmail'
const last = async () => (await world.call('GET', path, { token })).body.testEmail
const send = () => world.call('POST', path, { token })

test('it leaves through the notifier, to the operator, and its outcome is shown', async () => {
  expect(await last()).toBe(null)
  const { status, body } = await send()
  expect([status, body.testEmail]).toEqual([
    200,
    expect.objectContaining({ state: 'waiting', address: account.userName }),
  ])
  await expect.poll(async () => (await last()).state).toBe('sent')
  const [received] = mailbox.messages
  expect(received!.to).toBe(account.userName)
  expect(textOf(received!.raw)).toContain(`${account.userName} pidió este`)
})

test('the response of the mail server is shown, while it is repeated and when it is final', async () => {
  mailbox.behaviour = { recipient: 451 }
  await send()
  await expect
    .poll(last)
    .toMatchObject({ state: 'waiting', attempts: 1, reason: expect.stringContaining('451') })
  mailbox.behaviour = { recipient: 550 }
  await send()
  await expect.poll(last).toMatchObject({ state: 'failed', reason: expect.stringContaining('550') })
  mailbox.behaviour = 'accepts'
})

test('at most ten are sent in an hour, also at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10)
  expect(refused.map(({ body }) => body.code)).toContain('installation.too_many_test_emails')
})

test('nobody else can send one, and no API key', async () => {
  const other = await world.make.account()
  for (const one of [account.token, other.token, await world.make.passwordToken(other)]) {
    const { status, body } = await world.call('POST', path, { token: one })
    expect([status, body.code]).toEqual([403, 'installation.operators_only'])
  }
})
