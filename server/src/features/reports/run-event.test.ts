import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startPublishing } from '../events/outbox.api.ts'
import { writeNext } from './reporter.api.ts'
import { limits } from './writing.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let account: MadeAccount
let groupId: string
let publishing: { stop(): Promise<void> }
beforeAll(async () => {
  world = await openWorld()
  publishing = startPublishing(world.ctx)
  account = await world.make.account()
  groupId = (await world.make.group(account)).id
  await world.make.device(account, { groups: [groupId] })
})
afterAll(async () => {
  await publishing.stop()
  await world.close()
})

async function request(token: string): Promise<string> {
  const body = { report: 'fleetSummary', from: '2026-11-01', to: '2026-11-02', format: 'csv' }
  const answer = await world.call('POST', '/api/reportRuns', { token, body })
  expect([answer.status, answer.text]).toEqual([202, answer.text])
  return answer.body.reportRun.id
}
const cursorOf = async (token: string) => (await world.call('GET', '/api/events', { token })).body.cursor
async function eventsSince(cursor: string, token: string): Promise<Json[]> {
  const { body } = await world.call('GET', `/api/events?after=${cursor}&kinds=report`, { token })
  return body.events
}
const countOutbox = async () =>
  (await world.superuser.query(`select 1 from outbox where type = 'report.finished'`)).rows.length
const published = () => expect.poll(countOutbox).toBe(0)

test('every end of a run is one event: done, failed, cancelled', async () => {
  const { token, ownerId } = account
  const cursor = await cursorOf(token)
  const done = await request(token)
  await writeNext(world.ctx)
  const cancelled = await request(token)
  await world.call('DELETE', `/api/reportRuns/${cancelled}`, { token })
  // A finished run is deleted, not ended again.
  await world.call('DELETE', `/api/reportRuns/${done}`, { token })
  const failed = await request(token)
  const { rows } = limits
  limits.rows = 0
  await writeNext(world.ctx).finally(() => Object.assign(limits, { rows }))
  await published()
  const events = await eventsSince(cursor, token)
  expect(events.map(({ data }) => [data.id, data.state])).toEqual([
    [done, 'done'],
    [cancelled, 'cancelled'],
    [failed, 'failed'],
  ])
  expect(events[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'report.finished',
    timestamp: expect.any(String),
    data: {
      ...{
        id: done,
        report: 'fleetSummary',
        format: 'csv',
        state: 'done',
        from: '2026-11-01',
        to: '2026-11-02',
      },
      ...{ rows: 1, bytes: expect.any(Number), failure: null, requestedBy: ownerId },
    },
  })
  expect(events[2].data.failure).toMatch(/rows/)
})

test('is for those who see the report', async () => {
  const privileges = ['reports.read']
  const user = await world.make.user(account, { groupIds: [groupId], privileges })
  const colleague = await world.make.user(account, { groupIds: [groupId], privileges })
  const without = await world.make.user(account, { groupIds: [groupId] })
  const outsider = await world.make.account()
  const tokens = [account, user, colleague, without, outsider].map(({ token }) => token)
  const cursor = await cursorOf(account.token)
  const [byOwner, byUser] = [await request(account.token), await request(user.token)]
  while (await writeNext(world.ctx));
  await published()
  const seen = await Promise.all(
    tokens.map(async (token) => (await eventsSince(cursor, token)).map(({ data }) => data.id).sort()),
  )
  expect(seen).toEqual([[byOwner, byUser].sort(), [byUser], [], [], []])
  const stream = await world.call('GET', `/api/stream?forSeconds=1&kinds=report&after=${cursor}`, {
    token: user.token,
  })
  expect(stream.text).toContain(byUser)
  expect(stream.text).not.toContain(byOwner)
})
