import { eventKinds } from '@rastro/client/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { ServerProcess } from '../../server/test/processes.ts'
import { spawnServer } from '../../server/test/processes.ts'
import { startProxy } from '../../server/test/proxy.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer, linesOf } from './client.ts'

let world: World
let account: MadeAccount
let server: ServerProcess
let recorder: ServerProcess
let proxy: Awaited<ReturnType<typeof startProxy>>
let customer: Customer
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  server = await spawnServer(world.env)
  recorder = await spawnServer(world.env, ['recorder'])
  proxy = await startProxy(server.url)
  customer = await createCustomer({
    RASTRO_URL: proxy.url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
})
afterAll(async () => {
  await proxy.close()
  await Promise.all([server.stop(), recorder.stop()])
  await world.close()
})

let seconds = 0
async function report(deviceId: string): Promise<number> {
  seconds += 1
  const dateTime = new Date(Date.now() - 30_000 + seconds * 10).toISOString()
  const body = { dateTime, latitude: 41.5, longitude: 2.1 + seconds / 1_000, speed: 12.5, course: 44 }
  const path = `/api/devices/${deviceId}/locations`
  expect((await world.call('POST', path, { token: account.token, body })).status).toBe(201)
  return seconds
}

test('tail prints events, survives a disconnect without gaps, stops on Ctrl-C, and resumes', async () => {
  const device = await world.make.device(account, { name: 'Gaviota' })
  const other = await world.make.device(account, { name: 'Other' })
  const tail = customer.start('tail', '--kinds', 'location', '--device', 'gaviota')
  await expect.poll(() => tail.complaints()).toContain('connected')
  for (let round = 0; round < 3; round += 1) await report(device.id)
  await report(other.id)
  await expect.poll(() => tail.lines().length).toBe(3)
  expect(tail.lines()[0]).toMatch(/^\d\d:\d\d:\d\d {2}Gaviota {13} {2}41\.50000, 2\.10100 +45 km\/h {2}NE$/)

  proxy.cut()
  for (let round = 0; round < 3; round += 1) await report(device.id)
  await expect.poll(() => tail.lines().length).toBe(6)
  expect(tail.complaints()).toContain('reconnected')

  tail.interrupt()
  const { code, stderr } = await tail.ended
  expect(code).toBe(0)
  const [, cursor = ''] = /--since (\S+)/.exec(stderr) ?? []

  await report(device.id)
  const next = customer.start(
    'tail',
    '--kinds',
    'location',
    '--device',
    device.id,
    '--since',
    cursor,
    '--json',
  )
  await expect.poll(() => next.lines().length).toBe(1)
  next.interrupt()
  const [first = '{}'] = linesOf(await next.ended)
  expect(JSON.parse(first)).toMatchObject({
    cursor: expect.any(String),
    type: 'location',
    deviceId: device.id,
    data: { longitude: 2.1 + seconds / 1_000 },
  })
})

test('reports a cursor that is too old', async () => {
  const old = Buffer.from(`e1.5.0.${Date.parse('2026-11-01T00:00:00Z').toString(36)}`).toString('base64url')
  const { code, stderr } = await customer.run('tail', '--since', old)
  expect(code).toBe(1)
  expect(stderr).toContain('2026-11-01T00:00:00.000Z')
})

test('rejects an unknown kind, with the known ones', async () => {
  const { code, stderr } = await customer.run('tail', '--kinds', 'locations')
  expect(code).toBe(2)
  expect(stderr).toContain(eventKinds.join(', '))
})
