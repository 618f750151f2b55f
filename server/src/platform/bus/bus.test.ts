import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '../../../../scripts/services/nats.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { describeFailure } from '../../commands/failure.ts'
import { UnavailableError } from '../http/errors.ts'
import { createLog } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { connectBus } from './bus.ts'
import { done } from './event-log.ts'
import { StoreTooSmallError } from './streams.ts'

interface Numbered {
  number: number
}

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_LOG_LEVEL: 'silent' })
})
afterAll(() => world.close())

let kinds = 0
function newKind(): string {
  kinds += 1
  return `test-${kinds}`
}
const append = (bus: Bus, kind: string, accountId: number, number: number, id: string) =>
  bus.events.append(accountId, kind, JSON.stringify({ number }), id)
const receiveAll = (bus: Bus, kind: string, received: Numbered[], worker = kind) =>
  bus.events.work(kind, worker, async ({ text }) => {
    received.push(JSON.parse(text))
    return done
  })
const numbers = (received: Numbered[]) => received.map(({ number }) => number)

describe('events', () => {
  test('reach every worker once, in order, including those published before the worker started', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    for (let number = 0; number < 10; number += 1) await append(bus, kind, 7, number, `order-${number}`)
    const received: Record<string, Numbered[]> = { one: [], other: [] }
    for (const worker of ['one', 'other']) {
      await receiveAll(bus, kind, received[worker]!, `${kind}-${worker}`)
    }
    await append(bus, kind, 8, 10, 'order-10')
    const all = Array.from({ length: 11 }, (_, number) => number)
    await expect.poll(() => numbers(received.one!)).toEqual(all)
    await expect.poll(() => numbers(received.other!)).toEqual(all)
  })

  test('with the same id are stored once', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const received: Numbered[] = []
    await receiveAll(bus, kind, received)
    await Promise.all([1, 2, 3].map((number) => append(bus, kind, 7, number, 'same')))
    await append(bus, kind, 7, 4, 'another')
    await expect.poll(() => received.length).toBe(2)
    await sleep(200)
    expect(received.length).toBe(2)
    expect(received[1]).toEqual({ number: 4 })
  })

  test('of another kind are not received', async () => {
    const { bus } = world.ctx
    const [kind, other] = [newKind(), newKind()]
    const received: Numbered[] = []
    await receiveAll(bus, kind, received)
    await append(bus, other, 7, 1, 'not-for-you')
    await append(bus, kind, 7, 2, 'for-you')
    await expect.poll(() => numbers(received)).toEqual([2])
  })

  test('are redelivered after an error until they are done', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const tries: number[] = []
    await bus.events.work(kind, kind, async () => {
      tries.push(performance.now())
      if (tries.length < 3) throw new Error('not today')
      return done
    })
    await append(bus, kind, 7, 1, 'thrown')
    await expect.poll(() => tries.length).toBe(3)
    // The back-off grows: 1 s, 2 s.
    expect(tries[1]! - tries[0]!).toBeGreaterThan(900)
    expect(tries[2]! - tries[1]!).toBeGreaterThan(1_800)
    await sleep(500)
    expect(tries.length).toBe(3)
  })

  test('to be retried are redelivered later, rejected ones never, and neither blocks the next', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const received: number[] = []
    await bus.events.work(kind, kind, async ({ text }) => {
      const { number } = JSON.parse(text) as Numbered
      received.push(number)
      if (number === 1) return { kind: 'reject', why: 'makes no sense' }
      if (number === 2 && received.filter((one) => one === 2).length < 2)
        return { kind: 'retry', afterMs: 300 }
      return done
    })
    for (const number of [1, 2, 3]) await append(bus, kind, 7, number, `mixed-${number}`)
    await expect.poll(() => received).toEqual([1, 2, 3, 2])
    await sleep(500)
    expect(received).toEqual([1, 2, 3, 2])
  })

  test('are shared among processes of the same worker: each is processed by one of them', async () => {
    const { bus, config, log } = world.ctx
    const second = await connectBus(config.bus, log)
    const kind = newKind()
    const received: Numbered[] = []
    for (const one of [bus, second]) {
      await receiveAll(one, kind, received)
    }
    const all = Array.from({ length: 50 }, (_, number) => number)
    await Promise.all(all.map((number) => append(bus, kind, 7, number, `shared-${number}`)))
    await expect.poll(() => received.length).toBe(50)
    await sleep(200)
    expect(numbers(received).sort((a, b) => a - b)).toEqual(all)
    await second.close()
  })

  test('do not reach another installation on the same NATS server', async () => {
    const { config, log } = world.ctx
    const other = await connectBus({ ...config.bus, namespace: `${config.bus.namespace}-other` }, log)
    const kind = newKind()
    const received: Numbered[] = []
    await receiveAll(other, kind, received)
    await append(world.ctx.bus, kind, 7, 1, 'elsewhere')
    await sleep(300)
    expect(received).toEqual([])
    await other.close()
  })
})

test('a log that does not fit into the NATS store is refused with the settings to change', async () => {
  const { config } = world.ctx
  const tooLarge = { namespace: `${config.bus.namespace}-large`, locationLogMaxMb: 10_000_000 }
  const opening = connectBus({ ...config.bus, ...tooLarge }, createLog('silent'))
  const refused = await opening.catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StoreTooSmallError)
  expect(describeFailure(refused)).toMatch(
    /no room for the stream \S+-LOCATIONS of 10000000 MB\. .* RASTRO_LOCATION_LOG_MAX_MB/,
  )
})

describe('while NATS is unavailable', () => {
  test('publishing fails in time, the bus is not ready, and both recover afterwards', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rastro-bus-'))
    const nats = await startNats({ dir: join(dir, 'nats') })
    const bus = await connectBus({ ...world.ctx.config.bus, natsUrls: [nats.url] }, createLog('silent'))
    const kind = newKind()
    const received: Numbered[] = []
    await receiveAll(bus, kind, received)
    await append(bus, kind, 7, 1, 'before')
    await expect.poll(() => numbers(received)).toEqual([1])
    await nats.kill()
    await expect.poll(() => bus.isReady()).toBe(false)
    const beganAt = performance.now()
    await expect(append(bus, kind, 7, 2, 'during')).rejects.toThrow(UnavailableError)
    expect(performance.now() - beganAt).toBeLessThan(6_000)

    await nats.start()
    await expect.poll(() => bus.isReady()).toBe(true)
    await append(bus, kind, 7, 3, 'after')
    await expect.poll(() => numbers(received)).toContain(3)
    await bus.close()
    await nats.remove()
    rmSync(dir, { recursive: true, force: true })
  })
})

describe('a signal', () => {
  test('reaches every process that listens at that moment, and no other installation', async () => {
    const { bus, config } = world.ctx
    const log = createLog('silent')
    const peer = await connectBus(config.bus, log)
    const other = await connectBus({ ...config.bus, namespace: `${config.bus.namespace}-other` }, log)
    const received: string[] = []
    bus.signal('test', { number: 0 })
    // Each bus has its own connection: only time orders their messages.
    await sleep(200)
    const stop = bus.onSignal<Numbered>('test', ({ number }) => received.push(`own ${number}`))
    peer.onSignal<Numbered>('test', ({ number }) => received.push(`peer ${number}`))
    other.onSignal<Numbered>('test', ({ number }) => received.push(`other ${number}`))
    await sleep(200)
    bus.signal('test', { number: 1 })
    bus.signal('another', { number: 2 })
    await expect.poll(() => received.toSorted()).toEqual(['own 1', 'peer 1'])
    stop()
    bus.signal('test', { number: 3 })
    await expect.poll(() => received.toSorted()).toEqual(['own 1', 'peer 1', 'peer 3'])
    await Promise.all([peer.close(), other.close()])
    expect(() => peer.signal('test', { number: 4 })).not.toThrow()
  })
})
