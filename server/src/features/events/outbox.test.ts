import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import type { EventKind, LogPosition } from './event.types.ts'
import {
  appendEvents,
  cursorOf,
  lastPosition,
  parseCursor,
  readEvents,
  watchEvents,
} from './event-log.api.ts'
import { addToOutbox, startPublishing } from './outbox.api.ts'

let world: World
let account: MadeAccount
let publishers: Poller[]
beforeAll(async () => {
  world = await openWorld()
  publishers = [startPublishing(world.ctx), startPublishing(world.ctx), startPublishing(world.ctx)]
})
afterAll(async () => {
  await Promise.all(publishers.map((publisher) => publisher.stop()))
  await world.close()
})

async function readAll(accountId: number, from: LogPosition, most = 3) {
  const events = []
  for (let position = from; ; ) {
    const read = await readEvents(world.ctx, accountId, position, most)
    events.push(...read.events)
    position = read.position
    if (read.isEnd) return events
  }
}
const event = (name: string) => ({
  type: 'device.changed',
  deviceNumber: 1,
  latitude: null,
  longitude: null,
  json: JSON.stringify({ name }),
})

describe('events in the outbox', () => {
  test('are published in order after the commit, each once, with several publishers', async () => {
    account = await world.make.account()
    const from = await lastPosition(world.ctx)
    const device = await world.make.device(account)
    for (let round = 0; round < 20; round += 1) {
      await inTransaction(world.ctx, account.accountId, (tx) =>
        addToOutbox(
          tx,
          ['command.queued', 'device.expired'].map((type) => ({
            id: `${round} ${type}`,
            type,
            at: new Date(),
            deviceNumber: 1,
            deviceId: device.id,
            data: { round },
          })),
        ),
      )
    }
    await expect.poll(async () => (await readAll(account.accountId, from)).length).toBe(41)
    await sleep(300)
    const published = (await readAll(account.accountId, from)).map(({ json }) => JSON.parse(json))
    expect(published[0]).toMatchObject({ type: 'device.created', deviceId: device.id, data: { version: 1 } })
    const ids = Array.from({ length: 20 }, (_, round) => [
      `${round} command.queued`,
      `${round} device.expired`,
    ])
    expect(published.slice(1).map(({ id }) => id)).toEqual(ids.flat())
  })

  test('are not published after a rollback', async () => {
    const from = await lastPosition(world.ctx)
    const failing = inTransaction(world.ctx, account.accountId, async (tx) => {
      const event = {
        id: 'never',
        type: 'device.changed',
        at: new Date(),
        deviceNumber: 1,
        deviceId: 'dev_1',
      }
      await addToOutbox(tx, [{ ...event, data: {} }])
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await sleep(400)
    expect(await readAll(account.accountId, from)).toEqual([])
  })
})

describe('the event log', () => {
  test('is read from any position, also within a message, and per account', async () => {
    const from = await lastPosition(world.ctx)
    await appendEvents(world.ctx, 901, 'device', ['a', 'b', 'c'].map(event))
    await appendEvents(world.ctx, 902, 'device', [event('of another account')])
    await appendEvents(world.ctx, 901, 'alert', [event('d')])
    const all = await readAll(901, from)
    expect(all.map(({ json }) => JSON.parse(json).name)).toEqual(['a', 'b', 'c', 'd'])
    for (const [index, { position }] of all.entries()) {
      expect(await readAll(901, position)).toEqual(all.slice(index + 1))
    }
  })

  test('reports when events before the position are gone', async () => {
    await appendEvents(world.ctx, 903, 'device', [event('a')])
    const { first } = await world.ctx.bus.events.bounds()
    const { lostBefore } = await readEvents(world.ctx, 903, { sequence: first - 2, index: 0 }, 10)
    expect(lostBefore).toEqual({ sequence: first, index: 0 })
    const { lostBefore: none } = await readEvents(world.ctx, 903, { sequence: first - 1, index: 0 }, 10)
    expect(none).toBeUndefined()
  })

  test('reads selected kinds, and reports the end of the log', async () => {
    for (const [kind, id] of [
      ['device', 'a'],
      ['location', 'b'],
      ['alert', 'c'],
      ['location', 'd'],
    ] as const)
      await appendEvents(world.ctx, 906, kind, [event(id)])
    const start = { sequence: 0, index: 0 }
    const read = async (most: number, kinds?: EventKind[]) => {
      const { events, isEnd } = await readEvents(world.ctx, 906, start, most, kinds)
      return [events.map(({ kind }) => kind), isEnd]
    }
    expect(await read(2, ['device', 'alert'])).toEqual([['device', 'alert'], true])
    expect(await read(1, ['location'])).toEqual([['location'], false])
    expect(await read(1, ['command'])).toEqual([[], true])
    expect(await read(4)).toEqual([['device', 'location', 'alert', 'location'], true])
  })

  test('wakes watchers of an account with the kind of the event', async () => {
    const kinds: (EventKind | undefined)[] = []
    const stop = await watchEvents(world.ctx, 907, (kind) => kinds.push(kind))
    await appendEvents(world.ctx, 907, 'location', [event('a')])
    await appendEvents(world.ctx, 907, 'alert', [event('b')])
    await expect.poll(() => kinds).toEqual(['location', 'alert'])
    stop()
  })

  test('wakes watchers of the account only', async () => {
    const woken = { own: 0, other: 0 }
    const stops = [
      await watchEvents(world.ctx, 904, () => (woken.own += 1)),
      await watchEvents(world.ctx, 905, () => (woken.other += 1)),
    ]
    await appendEvents(world.ctx, 904, 'device', [event('a')])
    await expect.poll(() => woken.own).toBe(1)
    for (const stop of stops) stop()
    await appendEvents(world.ctx, 904, 'device', [event('b')])
    await sleep(100)
    expect(woken).toEqual({ own: 1, other: 0 })
  })

  test('encodes positions as cursors, and rejects invalid cursors', () => {
    const [position, at] = [{ sequence: 123_456, index: 7 }, new Date('2026-11-15T08:00:00.123Z')]
    const cursor = cursorOf(world.ctx, position, at)
    expect(parseCursor(cursor)).toEqual({ position, at, epoch: world.ctx.bus.events.epoch() })
    for (const wrong of ['', 'x', '1', Buffer.from('e1.2.3').toString('base64url'), `${cursor}AAAA`]) {
      expect(() => parseCursor(wrong)).toThrow('cursor')
    }
  })
})
