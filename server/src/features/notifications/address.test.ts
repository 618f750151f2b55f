import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const addresses = ['skipper@example.com', '+34600111222']
let world: World
let account: MadeAccount
let notified: NotifiedDevice
let groupId: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  const { id: deviceId } = await world.make.device(account)
  groupId = (await world.make.group(account, { devices: [deviceId] })).id
  for (const [index, channel] of (['email', 'sms'] as const).entries()) {
    notified = await makeNotifiedDevice(world, account, { deviceId, channel, address: addresses[index]! })
    await notified.raise(1)
  }
})
afterAll(() => world.close())

const paths = () => ['/api/alerts', `/api/devices/${notified.deviceId}/notifications`]
async function read(token: string): Promise<string> {
  const answers = await Promise.all(paths().map((path) => world.call('GET', path, { token })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [alerts, notifications] = answers
  const one = await world.call('GET', `/api/alerts/${alerts?.body.alerts[0].id}`, { token })
  return [alerts, notifications, one].map((answer) => answer?.text).join('\n')
}

test('managers of all contacts read their addresses in alerts and notifications', async () => {
  const text = await read(account.token)
  for (const address of addresses) expect(text).toContain(address)
})

test.each([
  ['without privileges', []],
  ['who manages the alerts of a group', ['alerts.manage']],
])('a user %s reads them masked', async (_who, privileges) => {
  const user = await world.make.user(account, { groupIds: [groupId], privileges })
  const text = await read(user.token)
  for (const address of addresses) expect(text).not.toContain(address)
  expect(text).toContain('s…@example.com')
  expect(text).toContain('+34…22')
})

test('events contain them masked', async () => {
  await world.superuser.query(`update notifications set state = 'failed' where account_id = $1`, [
    account.accountId,
  ])
  const { rows } = await world.superuser.query(
    `select data->>'to' as "to" from outbox where account_id = $1 and type = 'notification.failed' order by 1`,
    [account.accountId],
  )
  expect(rows.map(({ to }) => to).sort()).toEqual(['+34…22', 's…@example.com'])
})
