import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Rastro } from '../src/index.ts'
import { createClient } from '../src/index.ts'
import type { GreedyLine } from './lines.ts'
import { countAnswers, openGreedyLine } from './lines.ts'

const callsPerMinute = 120

let world: World
let url: string
let account: MadeAccount
let line: GreedyLine
let rastro: Rastro
beforeAll(async () => {
  world = await openWorld({ RASTRO_CALLS_PER_MINUTE: String(callsPerMinute) })
  account = await world.make.account()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  line = await openGreedyLine(url)
  rastro = createClient({ url: line.url, token: () => account.token })
})
afterAll(async () => {
  await world.close()
  await line.close()
})

const names = async () => (await rastro.get('/api/groups')).groups.map(({ name }) => name)

test('a POST whose answer got lost is sent again, and done once', async () => {
  const before = line.swallowed()
  line.swallow(2)
  const { id } = await rastro.post('/api/groups', { body: { name: 'Once' } })
  expect(line.swallowed() - before).toBe(2)
  expect(await rastro.get('/api/groups/{groupId}', { path: { groupId: id } })).toMatchObject({ name: 'Once' })
  expect((await names()).filter((name) => name === 'Once')).toHaveLength(1)
})

test('two POSTs that say the same are two', async () => {
  const bodies = [{ name: 'Twin' }, { name: 'Twin' }]
  const outcomes = await Promise.allSettled(bodies.map((body) => rastro.post('/api/apiKeys', { body })))
  const keys = outcomes.map((one) => (one.status === 'fulfilled' ? JSON.stringify(one.value) : one.reason))
  expect(keys[0]).not.toEqual(keys[1])
})

test('a GET whose answer got lost is asked again', async () => {
  line.swallow(3)
  expect(await rastro.get('/api/account')).toMatchObject({ success: true })
})

test('a DELETE whose answer got lost is not sent again: the caller is told that nobody knows', async () => {
  const { id: groupId } = await rastro.post('/api/groups', { body: { name: 'Doomed' } })
  line.swallow(1)
  const deleting = rastro.delete('/api/groups/{groupId}', { path: { groupId } })
  await expect(deleting).rejects.toMatchObject({
    name: 'RastroError',
    status: 0,
    code: 'network.unreachable',
  })
  expect(await names()).not.toContain('Doomed')
})

test('a server that is not there is told of after a few tries', async () => {
  line.swallow(100)
  await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 0, code: 'network.unreachable' })
  line.swallow(0)
})

test('whoever gives up meanwhile waits no longer, and hears his own reason', async () => {
  line.swallow(100)
  const signal = AbortSignal.timeout(100)
  const thrown = await rastro.get('/api/account', { signal }).catch((error) => error)
  expect(thrown).toBe(signal.reason)
  line.swallow(0)
})

test('whoever gives up a change on a line that hangs hears his own reason too', async () => {
  const hangs = (_url: string, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed')))
    })
  const stuck = createClient({ url, token: () => account.token, fetch: hangs })
  const signal = AbortSignal.timeout(100)
  const path = { groupId: 'grp_0000000000000000000000' }
  const thrown = await stuck.delete('/api/groups/{groupId}', { path, signal }).catch((error) => error)
  expect(thrown).toBe(signal.reason)
})

test('429 is waited for as long as the server asks', async () => {
  const { fetch, answers } = countAnswers()
  const { token } = await world.make.account()
  const patient = createClient({ url, token: () => token, fetch })
  const calls = Array.from({ length: callsPerMinute + 4 }, () => patient.get('/api/account'))
  const bodies = await Promise.all(calls)
  expect(bodies.every(({ success }) => success)).toBe(true)
  expect(answers.filter((answer) => answer.endsWith('429')).length).toBeGreaterThan(0)
})
