// The clock of server and client advances with every response, not with the machine's time: a slow machine changes nothing.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import { apiKeyTokens, createClient } from '../src/index.ts'
import { countAnswers } from './connections.ts'

const lifetimeMinutes = 5
const lifetimes = 3
/** 120 calls in the life of a token. */
const msPerCall = 2_500
const callersAtOnce = 8

let world: World
let url: string
beforeAll(async () => {
  world = await openWorld({ RASTRO_TOKEN_MINUTES: String(lifetimeMinutes) })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

test('renews a token once per lifetime, before it expires, without a failed call over three lifetimes', async () => {
  const { userName, apiKey } = await world.make.account()
  const beganAtMs = Date.now()
  let nowMs = beganAtMs
  const now = () => nowMs
  const advance = () => {
    nowMs += msPerCall
    world.clock.hold(new Date(nowMs))
  }

  const issuedAtMs: number[] = []
  const counted = countAnswers(async (url, init) => {
    if (url.endsWith('/api/Auth/Token')) issuedAtMs.push(now())
    return fetch(url, init)
  })
  const token = apiKeyTokens({ url, userName, apiKey, fetch: counted.fetch, now })
  const rastro = createClient({ url, token, fetch: counted.fetch })
  const lifetimeMs = lifetimeMinutes * 60_000
  const failed: unknown[] = []
  let answered = 0
  const call = async () => {
    while (now() < beganAtMs + lifetimes * lifetimeMs) {
      await rastro.get('/api/account').then(
        () => (answered += 1),
        (error) => failed.push(error),
      )
      advance()
    }
  }
  await Promise.all(Array.from({ length: callersAtOnce }, call))

  expect(failed).toEqual([])
  expect(counted.answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([])
  // Each is renewed once, in the last quarter of its life.
  const lives = issuedAtMs.slice(1).map((at, index) => (at - issuedAtMs[index]!) / lifetimeMs)
  for (const life of lives) expect(life).toSatisfy((share: number) => share >= 0.75 && share < 1)
  expect(lives).toHaveLength(lifetimes)
  process.stdout.write(`${answered} calls over ${lifetimes} lifetimes, ${lives.length} renewals, 0 failed\n`)
})
