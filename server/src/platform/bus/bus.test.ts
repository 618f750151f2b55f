import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '../../../../scripts/services/nats.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { UnavailableError } from '../http/errors.ts'
import { createLog } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { connectBus } from './bus.ts'
import { done } from './event-log.ts'

interface Said {
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
const tell = (bus: Bus, kind: string, accountId: number, number: number, id: string) =>
  bus.events.append(accountId, kind, JSON.stringify({ number }), id)
const hearAll = (bus: Bus, kind: string, heard: Said[], worker = kind) =>
  bus.events.work(kind, worker, async ({ text }) => {
    heard.push(JSON.parse(text))
    return done
  })
const numbers = (heard: Said[]) => heard.map(({ number }) => number)

describe('news', () => {
  test('reaches every worker once, in order, also what was told before the worker came', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    for (let number = 0; number < 10; number += 1) await tell(bus, kind, 7, number, `order-${number}`)
    const heard: Record<string, Said[]> = { one: [], other: [] }
    for (const worker of ['one', 'other']) {
      await hearAll(bus, kind, heard[worker]!, `${kind}-${worker}`)
    }
    await tell(bus, kind, 8, 10, 'order-10')
    const all = Array.from({ length: 11 }, (_, number) => number)
    await expect.poll(() => numbers(heard.one!)).toEqual(all)
    await expect.poll(() => numbers(heard.other!)).toEqual(all)
  })

  test('told twice with the same id is kept once', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const heard: Said[] = []
    await hearAll(bus, kind, heard)
    await Promise.all([1, 2, 3].map((number) => tell(bus, kind, 7, number, 'same')))
    await tell(bus, kind, 7, 4, 'another')
    await expect.poll(() => heard.length).toBe(2)
    await sleep(200)
    expect(heard.length).toBe(2)
    expect(heard[1]).toEqual({ number: 4 })
  })

  test('of another kind is not heard', async () => {
    const { bus } = world.ctx
    const [kind, other] = [newKind(), newKind()]
    const heard: Said[] = []
    await hearAll(bus, kind, heard)
    await tell(bus, other, 7, 1, 'not-for-you')
    await tell(bus, kind, 7, 2, 'for-you')
    await expect.poll(() => numbers(heard)).toEqual([2])
  })

  test('whose work threw comes again until it is done', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const tries: number[] = []
    await bus.events.work(kind, kind, async () => {
      tries.push(performance.now())
      if (tries.length < 3) throw new Error('not today')
      return done
    })
    await tell(bus, kind, 7, 1, 'thrown')
    await expect.poll(() => tries.length).toBe(3)
    // Each time it waits longer: 1 s, 2 s.
    expect(tries[1]! - tries[0]!).toBeGreaterThan(900)
    expect(tries[2]! - tries[1]!).toBeGreaterThan(1_800)
    await sleep(500)
    expect(tries.length).toBe(3)
  })

  test('that is asked for later comes later, what is rejected never again, and what follows is not held up', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const heard: number[] = []
    await bus.events.work(kind, kind, async ({ text }) => {
      const { number } = JSON.parse(text) as Said
      heard.push(number)
      if (number === 1) return { kind: 'reject', why: 'makes no sense' }
      if (number === 2 && heard.filter((one) => one === 2).length < 2) return { kind: 'retry', afterMs: 300 }
      return done
    })
    for (const number of [1, 2, 3]) await tell(bus, kind, 7, number, `mixed-${number}`)
    await expect.poll(() => heard).toEqual([1, 2, 3, 2])
    await sleep(500)
    expect(heard).toEqual([1, 2, 3, 2])
  })

  test('is shared among processes that do the same work: each piece is done by one of them', async () => {
    const { bus, config, log } = world.ctx
    const second = await connectBus(config.bus, log)
    const kind = newKind()
    const heard: Said[] = []
    for (const one of [bus, second]) {
      await hearAll(one, kind, heard)
    }
    const all = Array.from({ length: 50 }, (_, number) => number)
    await Promise.all(all.map((number) => tell(bus, kind, 7, number, `shared-${number}`)))
    await expect.poll(() => heard.length).toBe(50)
    await sleep(200)
    expect(numbers(heard).sort((a, b) => a - b)).toEqual(all)
    await second.close()
  })

  test('of one installation is not heard in another on the same server', async () => {
    const { config, log } = world.ctx
    const other = await connectBus({ ...config.bus, namespace: `${config.bus.namespace}-other` }, log)
    const kind = newKind()
    const heard: Said[] = []
    await hearAll(other, kind, heard)
    await tell(world.ctx.bus, kind, 7, 1, 'elsewhere')
    await sleep(300)
    expect(heard).toEqual([])
    await other.close()
  })
})

describe('while NATS is away', () => {
  test('telling fails in time as unavailable, the bus says so, and afterwards all goes on', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rastro-bus-'))
    const nats = await startNats({ dir: join(dir, 'nats') })
    const bus = await connectBus({ ...world.ctx.config.bus, natsUrls: [nats.url] }, createLog('silent'))
    const kind = newKind()
    const heard: Said[] = []
    await hearAll(bus, kind, heard)
    await tell(bus, kind, 7, 1, 'before')
    await expect.poll(() => numbers(heard)).toEqual([1])
    await nats.kill()
    await expect.poll(() => bus.isReady()).toBe(false)
    const beganAt = performance.now()
    await expect(tell(bus, kind, 7, 2, 'during')).rejects.toThrow(UnavailableError)
    expect(performance.now() - beganAt).toBeLessThan(6_000)

    await nats.start()
    await expect.poll(() => bus.isReady()).toBe(true)
    await tell(bus, kind, 7, 3, 'after')
    await expect.poll(() => numbers(heard)).toContain(3)
    await bus.close()
    await nats.remove()
    rmSync(dir, { recursive: true, force: true })
  })
})

describe('a signal', () => {
  test('is heard by every process that listens at that moment, and by no other installation', async () => {
    const { bus, config } = world.ctx
    const log = createLog('silent')
    const peer = await connectBus(config.bus, log)
    const stranger = await connectBus({ ...config.bus, namespace: `${config.bus.namespace}-other` }, log)
    const heard: string[] = []
    bus.signal('test', { number: 0 })
    // Each has a line of its own: only time puts what they say in order.
    await sleep(200)
    const stop = bus.onSignal<Said>('test', ({ number }) => heard.push(`own ${number}`))
    peer.onSignal<Said>('test', ({ number }) => heard.push(`peer ${number}`))
    stranger.onSignal<Said>('test', ({ number }) => heard.push(`stranger ${number}`))
    await sleep(200)
    bus.signal('test', { number: 1 })
    bus.signal('another', { number: 2 })
    await expect.poll(() => heard.toSorted()).toEqual(['own 1', 'peer 1'])
    stop()
    bus.signal('test', { number: 3 })
    await expect.poll(() => heard.toSorted()).toEqual(['own 1', 'peer 1', 'peer 3'])
    await Promise.all([peer.close(), stranger.close()])
    expect(() => peer.signal('test', { number: 4 })).not.toThrow()
  })
})
