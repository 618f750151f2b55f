import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Rastro } from '../src/index.ts'
import { apiKeyTokens, createClient, RastroError } from '../src/index.ts'

let world: World
let account: MadeAccount
let url: string
let rastro: Rastro
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { userName, apiKey } = account
  rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })
})
afterAll(() => world.close())

async function refusal(work: Promise<unknown>): Promise<RastroError> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(RastroError)
  return error as RastroError
}

describe('a call', () => {
  test('resolves to the response body, typed by the description', async () => {
    const { id, name } = await rastro.post('/api/groups', { body: { name: 'Harbour' } })
    expect(name).toBe('Harbour')
    const path = { groupId: id }
    const patched = await rastro.patch('/api/groups/{groupId}', { path, body: { name: 'Port' } })
    expect(patched).toMatchObject({ id, name: 'Port' })
    const body = [{ op: 'replace' as const, path: '/name', value: 'Dock' }]
    await rastro.patch('/api/groups/{groupId}', { path, body })
    expect(await rastro.get('/api/groups/{groupId}', { path })).toMatchObject({ success: true, name: 'Dock' })
    await rastro.put('/api/groups/{groupId}', { path, body: { name: 'Quay' } })
    const { groups } = await rastro.get('/api/groups')
    expect(groups.map((group) => group.name)).toContain('Quay')
    await rastro.delete('/api/groups/{groupId}', { path })
    expect((await refusal(rastro.get('/api/groups/{groupId}', { path }))).status).toBe(404)
  })

  test('throws the server’s message when refused', async () => {
    const deviceId = 'dev_0000000000000000000000'
    const error = await refusal(rastro.get('/api/devices/{deviceId}', { path: { deviceId } }))
    const { body } = await world.call('GET', `/api/devices/${deviceId}`, { token: account.token })
    expect(error).toMatchObject({ status: 404, code: body.code, message: body.error })
    expect(error.requestId).toMatch(/^req_/)
  })

  test('reports all validation errors', async () => {
    const body = { name: '', userName: 7, role: 'king' } as never
    const error = await refusal(rastro.post('/api/users', { body }))
    expect(error.status).toBe(400)
    expect(error.details.length).toBeGreaterThan(1)
    expect(error.details[0]).toEqual({ path: expect.any(String), message: expect.any(String) })
  })
})

test('pages yields every record once, until the list ends', async () => {
  const made: string[] = []
  for (let count = 0; count < 7; count += 1) {
    made.push((await rastro.post('/api/devices', { body: { name: `Boat ${count}` } })).device.id)
  }
  const pages: string[][] = []
  for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 3 } })) {
    pages.push(devices.map(({ id }) => id))
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(pages.flat().sort()).toEqual(made.sort())
})

test('pages yields stable records once while others are created and deleted', async () => {
  const { token } = await world.make.account({ licenses: 1_000 })
  const rastro = createClient({ url, token: () => token })
  const make = async (name: string) => (await rastro.post('/api/devices', { body: { name } })).device.id
  const remove = (deviceId: string) => rastro.delete('/api/devices/{deviceId}', { path: { deviceId } })
  const stays: string[] = []
  const goes: string[] = []
  for (let count = 0; count < 20; count += 1) {
    stays.push(await make(`Stays ${count}`))
    goes.push(await make(`Goes ${count}`))
  }
  const received: string[] = []
  const goneUnseen: string[] = []
  for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 4 } })) {
    received.push(...devices.map(({ id }) => id))
    const [shown, unseen] = [
      goes.findLast((id) => received.includes(id)),
      goes.find((id) => !received.includes(id)),
    ]
    for (const id of [shown, unseen]) {
      if (id === undefined) continue
      await remove(id)
      goes.splice(goes.indexOf(id), 1)
    }
    if (unseen) goneUnseen.push(unseen)
    await make(`Comes ${received.length}`)
  }
  expect(new Set(received).size).toBe(received.length)
  expect(stays.filter((id) => !received.includes(id))).toEqual([])
  expect(goneUnseen.length).toBeGreaterThan(3)
  expect(goneUnseen.filter((id) => received.includes(id))).toEqual([])
})
