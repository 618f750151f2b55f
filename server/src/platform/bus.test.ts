import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '../../../scripts/services/nats.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'
import type { News } from './bus.ts'
import { connectBus, defineNews, done } from './bus.ts'
import { UnavailableError } from './errors.ts'
import { createLog } from './log.ts'

interface Said {
  number: number
}

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_LOG_LEVEL: 'silent' })
})
afterAll(() => world.close())

let kinds = 0
function newKind(): News<Said> {
  kinds += 1
  return defineNews<Said>(`test-${kinds}`)
}
const numbers = (heard: Said[]) => heard.map(({ number }) => number)

describe('news', () => {
  test('reaches every worker once, in order, also what was told before the worker came', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    for (let number = 0; number < 10; number += 1) await bus.publish(kind, 7, { number }, `order-${number}`)
    const heard: Record<string, Said[]> = { one: [], other: [] }
    for (const worker of ['one', 'other']) {
      await bus.consume(kind, `${kind.name}-${worker}`, async (said) => {
        heard[worker]!.push(said)
        return done
      })
    }
    await bus.publish(kind, 8, { number: 10 }, 'order-10')
    const all = Array.from({ length: 11 }, (_, number) => number)
    await expect.poll(() => numbers(heard.one!)).toEqual(all)
    await expect.poll(() => numbers(heard.other!)).toEqual(all)
  })

  test('told twice with the same id is kept once', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const heard: Said[] = []
    await bus.consume(kind, kind.name, async (said) => {
      heard.push(said)
      return done
    })
    await Promise.all([1, 2, 3].map((number) => bus.publish(kind, 7, { number }, 'same')))
    await bus.publish(kind, 7, { number: 4 }, 'another')
    await expect.poll(() => heard.length).toBe(2)
    await sleep(200)
    expect(heard.length).toBe(2)
    expect(heard[1]).toEqual({ number: 4 })
  })

  test('of another kind is not heard', async () => {
    const { bus } = world.ctx
    const [kind, other] = [newKind(), newKind()]
    const heard: Said[] = []
    await bus.consume(kind, kind.name, async (said) => {
      heard.push(said)
      return done
    })
    await bus.publish(other, 7, { number: 1 }, 'not-for-you')
    await bus.publish(kind, 7, { number: 2 }, 'for-you')
    await expect.poll(() => numbers(heard)).toEqual([2])
  })

  test('whose work threw comes again until it is done', async () => {
    const { bus } = world.ctx
    const kind = newKind()
    const tries: number[] = []
    await bus.consume(kind, kind.name, async () => {
      tries.push(performance.now())
      if (tries.length < 3) throw new Error('not today')
      return done
    })
    await bus.publish(kind, 7, { number: 1 }, 'thrown')
    await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(3)
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
    await bus.consume(kind, kind.name, async ({ number }) => {
      heard.push(number)
      if (number === 1) return { kind: 'reject', why: 'makes no sense' }
      if (number === 2 && heard.filter((one) => one === 2).length < 2) return { kind: 'retry', afterMs: 300 }
      return done
    })
    for (const number of [1, 2, 3]) await bus.publish(kind, 7, { number }, `mixed-${number}`)
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
      await one.consume(kind, kind.name, async (said) => {
        heard.push(said)
        return done
      })
    }
    const all = Array.from({ length: 50 }, (_, number) => number)
    await Promise.all(all.map((number) => bus.publish(kind, 7, { number }, `shared-${number}`)))
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
    await other.consume(kind, kind.name, async (said) => {
      heard.push(said)
      return done
    })
    await world.ctx.bus.publish(kind, 7, { number: 1 }, 'elsewhere')
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
    await bus.consume(kind, kind.name, async (said) => {
      heard.push(said)
      return done
    })
    await bus.publish(kind, 7, { number: 1 }, 'before')
    await expect.poll(() => numbers(heard), { timeout: 5_000 }).toEqual([1])
    await nats.kill()
    await expect.poll(() => bus.isReady()).toBe(false)
    const beganAt = performance.now()
    await expect(bus.publish(kind, 7, { number: 2 }, 'during')).rejects.toThrow(UnavailableError)
    expect(performance.now() - beganAt).toBeLessThan(6_000)

    await nats.start()
    await expect.poll(() => bus.isReady(), { timeout: 5_000 }).toBe(true)
    await bus.publish(kind, 7, { number: 3 }, 'after')
    await expect.poll(() => numbers(heard), { timeout: 10_000 }).toContain(3)
    await bus.close()
    await nats.remove()
    rmSync(dir, { recursive: true, force: true })
  }, 60_000)
})
