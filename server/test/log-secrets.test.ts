// Calls every operation once validly and invalidly, at the most verbose log level: no secret must be in the log.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { operations } from './contract/openapi.ts'
import { requestOf } from './contract/recipes.ts'
import type { Things } from './contract/things.ts'
import { freshThings } from './contract/things.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

const lines: string[] = []
let world: World
let account: MadeAccount
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld(
    { RASTRO_LOG_LEVEL: 'debug' },
    {
      logTo: {
        write: (line) => {
          lines.push(line)
        },
      },
    },
  )
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

/** Secret values in responses. */
const secrets = new Set<string>()
const secretName = /^(token|apiKey|password|newPassword|secret|key|cookie|url)$/i

function keep(value: unknown, name = ''): void {
  if (typeof value === 'string' && secretName.test(name)) {
    // Only a part of a URL or a token is secret.
    for (const part of value.split(/[/.;=]/)) if (part.length >= 20) secrets.add(part)
  }
  if (value !== null && typeof value === 'object') {
    for (const [inner, one] of Object.entries(value)) keep(one, inner)
  }
}

async function call(method: string, path: string, options: Parameters<World['call']>[2] = {}): Promise<void> {
  keep(options)
  const answer = await world.call(method, path, options)
  keep(answer.body)
  keep({ cookie: String(answer.headers['set-cookie'] ?? '') })
}

test('no token, key, password, cookie, link or code is in the log', async () => {
  const things: Things = await freshThings(world, account)
  keep(account)
  keep(things)
  for (const operation of operations) {
    const { path, body, headers } = requestOf(operation, things)
    const { token } = account
    await call(operation.method, path, { body, headers, token })
    // Invalid variants: a broken token, an invalid body, an unknown query parameter.
    await call(operation.method, path, { body, headers, token: `${token}x` })
    await call(operation.method, path, { body: `{"password":"${things.password}`, headers, token })
    await call(operation.method, `${path}${path.includes('?') ? '&' : '?'}token=${token}`, {
      body,
      headers,
      token,
    })
  }
  const { userName, password } = account
  const cookie = `__Host-rastro=${account.account}.ses_${'0'.repeat(22)}.${randomBytes(32).toString('base64url')}`
  await call('POST', '/session', { body: { userName, password } })
  await call('POST', '/session/refresh', { headers: { cookie } })
  const way = await world.make.ingestKey(account)
  keep(way)
  for (const path of [
    way.path,
    `${way.path}x`,
    `/ingest/nothing/${way.secret}`,
    `/share/${things.secret}`,
    `/x/${things.secret}`,
  ])
    await call('POST', path, { body: {} })

  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(operations.length * 4)
  expect(secrets.size).toBeGreaterThan(40)
  expect([...secrets].filter((secret) => text.includes(secret))).toEqual([])
  // Parts of secrets that would do harm even when truncated.
  expect(text).not.toMatch(/eyJ[\w-]{20}|rk_live_[0-9A-Za-z]{8}|lnk_[0-9A-Za-z]{8}|whsec_/)
})

test('logs successful and failed sign-ins with address and a hash of the user name', async () => {
  const before = lines.length
  const { userName, apiKey } = account
  for (const key of [apiKey, 'wrong'])
    await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey: key } })
  const logged = lines.slice(before).map((line) => JSON.parse(line))
  const [got, not] = ['sign-in succeeded', 'sign-in failed'].map((msg) =>
    logged.find((line) => line.msg === msg),
  )
  expect(got).toMatchObject({
    level: 'info',
    address: '127.0.0.1',
    name: expect.stringMatching(/^[\w-]{12}$/),
  })
  expect(not).toMatchObject({ level: 'warn', address: '127.0.0.1', name: got.name })
  expect(JSON.stringify(logged)).not.toContain(userName)
})

test('a secret logged by mistake would be found', () => {
  const before = lines.length
  world.ctx.log.info({ note: `key ${account.apiKey}` }, 'a mistake')
  keep({ apiKey: account.apiKey })
  const text = lines.slice(before).join('')
  expect([...secrets].some((secret) => text.includes(secret))).toBe(true)
})
