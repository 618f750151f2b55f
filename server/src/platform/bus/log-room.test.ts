// One account cannot take the room of the logs from the others.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { appendEvents } from '../../features/events/event-log.api.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'

/** Both logs have 16 MB. */
const logBytes = 16 * 1024 ** 2
const settings = { RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0', RASTRO_LOG_LEVEL: 'silent' }

describe('while nothing is stored', () => {
  const [imei, ownImei] = imeisOf('35630704', 2) as [string, string]
  let world: World
  let gateway: RunningGateway
  let flooder: MadeAccount

  beforeAll(async () => {
    world = await openWorld({
      ...settings,
      RASTRO_LOCATION_LOG_ACCOUNT_KB_PER_SECOND: '100000',
      RASTRO_ACCOUNT_BODY_KB_PER_SECOND: '100000',
    })
    flooder = await world.make.account({ licenses: 20 })
    const other = await world.make.account()
    await world.make.device(other, { identifier: imei })
    await world.make.device(flooder, { identifier: ownImei })
    gateway = await startGateway(world.ctx)
  })
  afterAll(async () => {
    await gateway.stop()
    await world.close()
  })

  async function report(deviceId: string) {
    const locations = Array.from({ length: 1_000 }, (_, index) => ({
      dateTime: new Date(Date.now() - index * 1_000).toISOString(),
      latitude: 1,
      longitude: 2,
      attributes: { one: 'x'.repeat(850), other: 'x'.repeat(850) },
    }))
    return world.call('POST', `/api/devices/${deviceId}/locations`, {
      token: flooder.token,
      body: { locations },
      headers: { prefer: 'respond-async' },
    })
  }

  async function isAcknowledged(identifier: string, alarm?: 'sos'): Promise<boolean> {
    const tracker = await connectTracker(gateway.port)
    try {
      tracker.send(teltonikaLogin(identifier))
      if ((await tracker.answer(1)) !== '01') return false
      tracker.send(teltonikaPacket(locationAgo(1, { alarms: alarm ? [alarm] : [] })))
      return (await tracker.answer(4)) === countReply(1)
    } catch {
      return false
    } finally {
      tracker.close()
    }
  }

  test('asynchronous reports of one account are refused in time, and trackers of another are acknowledged', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => world.make.device(flooder)))
    const answers = []
    for (const { id } of [...devices, ...devices]) answers.push(await report(id))
    const refused = answers.filter(({ status }) => status !== 202)
    expect(answers.length - refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, headers, body } of refused) {
      expect([status, body.code]).toEqual([429, 'locations.share_exceeded'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await isAcknowledged(imei)).toBe(true)
    expect(await isAcknowledged(ownImei, 'sos')).toBe(true)
  })

  test('one device is refused above its rate', async () => {
    const { id } = await world.make.device(flooder)
    const answers = await Promise.all([report(id), report(id), report(id), report(id)])
    expect(answers.map(({ body }) => body.code)).toContain('locations.rate_exceeded')
  })
})

test('stored messages are purged before the location log refuses', async () => {
  const world = await openWorld(settings)
  const { locations } = world.ctx.bus
  for (let partition = 0; partition < world.ctx.config.bus.partitions; partition += 1) {
    await locations.take(partition, async () => ({ published: Promise.resolve() }))
  }
  const countRetained = async () => {
    const { firstSequence, lastSequence } = await locations.state()
    return lastSequence - firstSequence + 1
  }
  for (let appended = 0; appended < 30; appended += 1) {
    await locations.append(appended % 4, 'x'.repeat(1_000_000))
    await expect.poll(countRetained, { interval: 20 }).toBeLessThan(15)
  }
  expect((await locations.state()).lastSequence).toBe(30)
  // Not more than necessary: they are needed after a restore.
  expect(await countRetained()).toBeGreaterThan(8)
  await world.close()
})

test('messages that are not stored are never purged', async () => {
  const world = await openWorld(settings)
  const { locations } = world.ctx.bus
  const isStopped = Promise.withResolvers<never>()
  isStopped.promise.catch(() => {})
  for (let partition = 0; partition < world.ctx.config.bus.partitions; partition += 1) {
    await locations.take(partition, () => isStopped.promise)
  }
  const fill = async () => {
    for (let appended = 0; appended < 20; appended += 1) await locations.append(0, 'x'.repeat(1_000_000))
  }
  await expect(fill()).rejects.toMatchObject({ code: 'service.unavailable' })
  expect((await locations.state()).firstSequence).toBe(1)
  isStopped.reject(new Error('the test is over'))
  await world.close()
})

describe('the event log', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(settings)
  })
  afterAll(() => world.close())

  const event = (text: string) => ({
    type: 'device.updated',
    deviceNumber: 1,
    latitude: null,
    longitude: null,
    json: JSON.stringify({ text }),
  })
  const readCursor = async ({ token }: MadeAccount) =>
    (await world.call('GET', '/api/events', { token })).body.cursor
  const readAfter = ({ token }: MadeAccount, cursor: string) =>
    world.call('GET', `/api/events?after=${cursor}`, { token })

  test('keeps the events of others while one account floods it; the flooder gets 410 for its own', async () => {
    const [flooder, other, idle] = [
      await world.make.account(),
      await world.make.account(),
      await world.make.account(),
    ]
    const large = event('x'.repeat(100_000))
    const cursors = { flooder: await readCursor(flooder), idle: '', other: '' }
    const flood = async (messages: number) => {
      for (let sent = 0; sent < messages; sent += 1) {
        await appendEvents(world.ctx, flooder.accountId, 'device', [large])
      }
    }
    await flood(1)
    cursors.idle = await readCursor(idle)
    await flood(3)
    cursors.other = await readCursor(other)
    await appendEvents(world.ctx, other.accountId, 'device', [event('before the flood')])
    await flood((3 * logBytes) / 100_000)
    const read = await readAfter(other, cursors.other)
    expect(read.status).toBe(200)
    expect(read.text).toContain('before the flood')
    expect((await readAfter(idle, cursors.idle)).status).toBe(200)
    expect((await readAfter(flooder, cursors.flooder)).status).toBe(410)
    const fresh = await readCursor(flooder)
    expect((await readAfter(flooder, fresh)).status).toBe(200)
  })

  test('keeps the events of an account with many small messages while another has few large ones', async () => {
    const [flooder, other] = [await world.make.account(), await world.make.account()]
    const cursor = await readCursor(other)
    const small = Array.from({ length: 2_000 }, () => [event('small')])
    await Promise.all(small.map((events) => appendEvents(world.ctx, other.accountId, 'device', events)))
    for (let bytes = 0; bytes < 3 * logBytes; bytes += 1_000_000) {
      const large = Array.from({ length: 10 }, () => event('x'.repeat(100_000)))
      await appendEvents(world.ctx, flooder.accountId, 'device', large)
    }
    expect((await readAfter(other, cursor)).status).toBe(200)
  })

  test('gets the events of one account in messages of a bounded size', async () => {
    const { accountId } = await world.make.account()
    const { last } = await world.ctx.bus.events.bounds()
    const events = Array.from({ length: 100 }, (_, index) => event(`${index} ${'x'.repeat(10_000)}`))
    await appendEvents(world.ctx, accountId, 'device', events)
    const { messages } = await world.ctx.bus.events.read(accountId, last, 100)
    expect(Math.max(...messages.map(({ text }) => text.length))).toBeLessThan(70_000)
    const texts = messages.flatMap(({ text }) => text.split('\n'))
    expect(texts.map((text) => Number(/"text":"(\d+)/.exec(text)?.[1]))).toEqual(
      events.map((_, index) => index),
    )
  })
})
