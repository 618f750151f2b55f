import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Rastro } from '../src/index.ts'
import { createClient } from '../src/index.ts'
import type { LossyProxy } from './connections.ts'
import { countAnswers, openLossyProxy } from './connections.ts'

const callsPerMinute = 120

let world: World
let url: string
let account: MadeAccount
let proxy: LossyProxy
let rastro: Rastro
beforeAll(async () => {
  world = await openWorld({ RASTRO_REQUESTS_PER_MINUTE: String(callsPerMinute) })
  account = await world.make.account()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  proxy = await openLossyProxy(url)
  rastro = createClient({ url: proxy.url, token: () => account.token })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const names = async () => (await rastro.get('/api/groups')).groups.map(({ name }) => name)

test('retries a POST whose response was lost, and it is executed once', async () => {
  const before = proxy.droppedResponses()
  proxy.dropResponses(2)
  const { id } = await rastro.post('/api/groups', { body: { name: 'Once' } })
  expect(proxy.droppedResponses() - before).toBe(2)
  expect(await rastro.get('/api/groups/{groupId}', { path: { groupId: id } })).toMatchObject({ name: 'Once' })
  expect((await names()).filter((name) => name === 'Once')).toHaveLength(1)
})

test('executes two identical POSTs twice', async () => {
  const bodies = [{ name: 'Twin' }, { name: 'Twin' }]
  const outcomes = await Promise.allSettled(bodies.map((body) => rastro.post('/api/apiKeys', { body })))
  const keys = outcomes.map((one) => (one.status === 'fulfilled' ? JSON.stringify(one.value) : one.reason))
  expect(keys[0]).not.toEqual(keys[1])
})

test('retries a GET whose response was lost', async () => {
  proxy.dropResponses(3)
  expect(await rastro.get('/api/account')).toMatchObject({ success: true })
})

test('does not retry a DELETE whose response was lost, and reports the unknown outcome', async () => {
  const { id: groupId } = await rastro.post('/api/groups', { body: { name: 'Doomed' } })
  proxy.dropResponses(1)
  const deleting = rastro.delete('/api/groups/{groupId}', { path: { groupId } })
  await expect(deleting).rejects.toMatchObject({
    name: 'RastroError',
    status: 0,
    code: 'network.unreachable',
  })
  expect(await names()).not.toContain('Doomed')
})

test('reports an unreachable server after a few attempts', async () => {
  proxy.dropResponses(100)
  await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 0, code: 'network.unreachable' })
  proxy.dropResponses(0)
})

test('stops waiting when the caller aborts, with the reason of the signal', async () => {
  proxy.dropResponses(100)
  const signal = AbortSignal.timeout(100)
  const thrown = await rastro.get('/api/account', { signal }).catch((error) => error)
  expect(thrown).toBe(signal.reason)
  proxy.dropResponses(0)
})

test('rejects with the reason of the signal when a change on a hanging connection is aborted', async () => {
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

test('waits for Retry-After of a 429', async () => {
  const { fetch, answers } = countAnswers()
  const { token } = await world.make.account()
  const patient = createClient({ url, token: () => token, fetch })
  const calls = Array.from({ length: callsPerMinute + 4 }, () => patient.get('/api/account'))
  const bodies = await Promise.all(calls)
  expect(bodies.every(({ success }) => success)).toBe(true)
  expect(answers.filter((answer) => answer.endsWith('429')).length).toBeGreaterThan(0)
})
