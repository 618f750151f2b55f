import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const guessers = 100
const bursts = 3
const maxSlower = 2

let world: World
let server: ServerProcess
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  server = await spawnServer(world.env)
})
afterAll(async () => {
  await server.stop()
  await world.close()
})

async function post(path: string, body: object): Promise<number> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

async function tokenCallMs(): Promise<number> {
  const { userName, apiKey } = account
  const beganAt = performance.now()
  expect(await post('/api/Auth/Token', { userName, apiKey })).toBe(200)
  return performance.now() - beganAt
}

/** Sequential calls while `isOn`. */
async function tokenCallsMs(isOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isOn()) times.push(await tokenCallMs())
  return times
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

/** One burst without repetition: the load is the hashing, not the sending. */
function guess(burst: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: guessers }, (_, guesser) => {
      const userName = guesser % 2 === 0 ? account.userName : `nobody-${burst}-${guesser}@example.com`
      return post('/session', { userName, password: `wrong ${guesser}` })
    }),
  )
}

test('100 parallel wrong passwords do not delay a token call by more than twice its unloaded median', async () => {
  let left = 300
  await tokenCallsMs(() => left-- > 200)
  const unloadedMs = await tokenCallsMs(() => left-- > 0)

  const loadedMs: number[] = []
  for (let burst = 0; burst < bursts; burst += 1) {
    let isAnswered = false
    const guessed = guess(burst).finally(() => {
      isAnswered = true
    })
    loadedMs.push(...(await tokenCallsMs(() => !isAnswered)))
    const statuses = await guessed
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(20)
  }

  expect(loadedMs.length).toBeGreaterThan(100)
  expect(median(loadedMs)).toBeLessThan(maxSlower * median(unloadedMs))
})
