import { expect, test } from 'vitest'
import { spawnServer } from '../../../test/processes.ts'
import { openWorld } from '../../../test/world.ts'

const tries = 1_000

test('after 201 the location is visible in every process', async () => {
  const world = await openWorld()
  const recorders = await Promise.all([1, 2].map(() => spawnServer(world.env, ['recorder'])))
  const apis = await Promise.all([1, 2, 3].map(() => spawnServer(world.env, ['api'])))
  const account = await world.make.account({ licenses: 20 })
  const devices: { id: string }[] = await Promise.all(
    Array.from({ length: 20 }, () => world.make.device(account)),
  )
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' }
  const start = Date.now() - tries * 1_000

  let invisible = 0
  await Promise.all(
    devices.map(async ({ id }, lane) => {
      for (let index = lane; index < tries; index += devices.length) {
        const dateTime = new Date(start + index * 1_000).toISOString()
        const body = JSON.stringify({ dateTime, latitude: index / 100, longitude: 0 })
        const [writer, reader] = [apis[index % 3]!, apis[(index + 1) % 3]!]
        const written = await fetch(`${writer.url}/api/devices/${id}/locations`, {
          method: 'POST',
          headers,
          body,
        })
        expect(written.status).toBe(201)
        const read = await fetch(`${reader.url}/api/devices/${id}/lastLocation`, { headers })
        const { lastLocation } = (await read.json()) as { lastLocation?: { dateTime: string } }
        if (lastLocation?.dateTime !== dateTime) invisible += 1
      }
    }),
  )
  expect(invisible).toBe(0)

  await Promise.all([...apis, ...recorders].map((process) => process.stop()))
  await world.close()
})
