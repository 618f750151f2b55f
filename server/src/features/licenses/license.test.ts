import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { WebCall } from '../../../test/web.ts'
import { callOver } from '../../../test/web.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const settings = { RASTRO_REQUESTS_PER_MINUTE: '1000000', RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000' }
const used = 10
const free = 37

let world: World
let servers: ServerProcess[]
let calls: WebCall[]
beforeAll(async () => {
  world = await openWorld(settings)
  servers = await Promise.all([1, 2, 3].map(() => spawnServer(world.env)))
  calls = servers.map(({ url }) => callOver(url))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await world.close()
})

const anyServer = (index: number) => calls[index % calls.length]!

/** An account with active devices, free licenses, and many more expired devices than free licenses. */
async function makeHouse(): Promise<{ system: MadeAccount; active: string[]; expired: string[] }> {
  const system = await world.make.account({ licenses: used + free })
  const ids = await insertFleet(world.superuser, { accountId: system.accountId, active: used, expired: 500 })
  return { system, active: ids.slice(0, used), expired: ids.slice(used) }
}

type Attempt = (call: WebCall, token: string, deviceId: string) => Promise<Called>
const attempts: Record<string, Attempt> = {
  'a creation': (call, token) => call('POST', '/api/devices', { token, body: { name: 'New' } }),
  'a creation that expires later': (call, token) =>
    call('POST', '/api/devices', {
      token,
      body: { name: 'New', limits: { expires: true, expirationDate: '2090-01-01' } },
    }),
  'a reactivation': (call, token, id) => call('POST', `/api/devices/${id}/reactivate`, { token, body: {} }),
  'a reactivation to a date': (call, token, id) =>
    call('POST', `/api/devices/${id}/reactivate`, { token, body: { expirationDate: '2090-01-01' } }),
  'the flag off': (call, token, id) =>
    call('PATCH', `/api/devices/${id}`, { token, body: { limits: { expires: false } } }),
  'a later date': (call, token, id) =>
    call('PUT', `/api/devices/${id}/limits`, {
      token,
      body: { expires: true, expirationDate: '2090-01-01' },
    }),
  'an import': (call, token) =>
    call('POST', '/api/devices/import', {
      token,
      body: 'name\nNew\n',
      headers: { 'content-type': 'text/csv' },
    }),
}

/** Polls one server until over. Usage only grows here, so a value read between two counts must lie between them. */
async function observe(call: WebCall, token: string, isOver: () => boolean) {
  const seen: { activeBefore: number; used: number; total: number; activeAfter: number }[] = []
  const countActive = async () =>
    (await call('GET', '/api/devices?state=active', { token })).body.devices.length
  do {
    const activeBefore = await countActive()
    const { licenses } = (await call('GET', '/api/account', { token })).body.account
    seen.push({ activeBefore, used: licenses.used, total: licenses.total, activeAfter: await countActive() })
  } while (!isOver())
  return seen
}

/** A process accepts a bounded number of requests of an account at once; the client retries. */
async function untilNotBusy(attempt: () => Promise<Called>): Promise<Called> {
  for (;;) {
    const answer = await attempt()
    if (answer.body.code !== 'rate.busy') return answer
    await sleep(200)
  }
}

async function storm(kinds: string[]) {
  const { system, expired } = await makeHouse()
  const { token } = system
  let isOver = false
  const observers = calls.map((call) => observe(call, token, () => isOver))
  const answers = await Promise.all(
    expired.map((id, index) => {
      const attempt = attempts[kinds[index % kinds.length]!]!
      return untilNotBusy(() => attempt(anyServer(index), token, id))
    }),
  )
  isOver = true
  const seen = (await Promise.all(observers)).flat()
  return { system, answers, seen }
}

const storms: [string, string[]][] = [
  ['creations', ['a creation', 'a creation that expires later', 'an import']],
  ['reactivations', ['a reactivation', 'a reactivation to a date']],
  ['edits', ['the flag off', 'a later date']],
  ['all of them', Object.keys(attempts)],
]

function summaryOf(answers: Called[]): Record<string, number> {
  const summary: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = status < 300 ? 'done' : `${status} ${body.code}`
    summary[outcome] = (summary[outcome] ?? 0) + 1
  }
  return summary
}

describe(`with ${free} free licenses and 500 concurrent attempts over 3 processes`, () => {
  test.each(isFullLane ? storms : storms.slice(-1))('exactly as many succeed: %s', async (_name, kinds) => {
    const { system, answers, seen } = await storm(kinds)

    expect(summaryOf(answers)).toEqual({ done: free, '409 licenses.none_free': 500 - free })
    for (const { activeBefore, used, activeAfter, total } of seen) {
      expect(used).toBeLessThanOrEqual(total)
      expect(used).toBeGreaterThanOrEqual(activeBefore)
      expect(used).toBeLessThanOrEqual(activeAfter)
    }
    for (const call of calls) {
      const [last] = await observe(call, system.token, () => true)
      const all = used + free
      expect(last).toEqual({ activeBefore: all, used: all, total: all, activeAfter: all })
    }
  })
})

test('a license freed during many concurrent attempts goes to exactly one of them', async () => {
  const { system, active, expired } = await makeHouse()
  await world.superuser.query('update accounts set licenses = $2 where account_id = $1', [
    system.accountId,
    used,
  ])
  const deletions = active
    .slice(0, 5)
    .map((id, index) => anyServer(index)('DELETE', `/api/devices/${id}`, { token: system.token }))
  const tries = expired
    .slice(0, 60)
    .map((id, index) =>
      anyServer(index)('POST', `/api/devices/${id}/reactivate`, { token: system.token, body: {} }),
    )
  const [deleted, tried] = await Promise.all([Promise.all(deletions), Promise.all(tries)])
  expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const won = tried.filter(({ status }) => status === 200).length
  expect(won).toBeLessThanOrEqual(5)
  const { licenses } = (await calls[0]!('GET', '/api/account', { token: system.token })).body.account
  expect(licenses).toEqual({ total: used, used: used - 5 + won, free: 5 - won })
})
