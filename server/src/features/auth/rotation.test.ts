import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import { decode, encode } from '../../../test/tokens.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { runHousekeeping } from './auth.api.ts'
import { rotateSigningKey } from './signing-keys.api.ts'

const clients = 20
const leadSeconds = 2

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_SIGNING_KEY_LEAD_SECONDS: '0', RASTRO_SIGNING_KEY_DAYS: '1' })
  account = await world.make.account()
})
afterAll(() => world.close())

const kidOf = (token: string) => String(decode(token).header.kid)
const jwks = async (url: string) => {
  const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

async function getToken(url: string): Promise<string> {
  const { userName, apiKey } = account
  const answer = await fetch(`${url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`no token: ${answer.status}`)
  return token
}

async function use(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`a token of key ${kidOf(token)} got ${answer.status}`)
}

/** A token with an unknown key makes a process reload its keys now instead of within a minute. */
async function forceReload(url: string): Promise<void> {
  const [, claims, signature] = account.token.split('.')
  const header = encode({ alg: 'EdDSA', typ: 'at+jwt', kid: `nobody-${Math.random()}` })
  await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${header}.${claims}.${signature}` } })
}

/** Clients that get tokens from one process and use them at the other, until stopped. */
function startLoad(servers: ServerProcess[]) {
  const load = { calls: 0, failures: [] as string[], kids: new Set<string>(), isOn: true }
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; load.isOn; turn += 1) {
      const [from, at] = turn % 2 === 0 ? servers : servers.toReversed()
      try {
        const token = await getToken(from!.url)
        load.kids.add(kidOf(token))
        await use(at!.url, token)
        load.calls += 2
      } catch (error) {
        load.failures.push(String(error))
      }
    }
  })
  return {
    load,
    async stop() {
      load.isOn = false
      await Promise.all(running)
      return load
    },
  }
}

async function withServers(
  settings: Record<string, string>,
  work: (servers: ServerProcess[]) => Promise<void>,
) {
  const env = { ...world.env, ...settings }
  const servers = await Promise.all([spawnServer(env), spawnServer(env)])
  try {
    await work(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

describe('when the signing key is changed under load', () => {
  test('without a lead time, no call fails and tokens of all keys work', async () => {
    await withServers({}, async (servers) => {
      const [one, other] = servers
      const old = [await getToken(one!.url)]
      const { load, stop } = startLoad(servers)
      for (let rotation = 0; rotation < 4; rotation += 1) {
        const kid = await rotateSigningKey(world.ctx)
        // Only one process reloads here; the other one reloads on the first token with an unknown key.
        const first = servers[rotation % 2]!
        await forceReload(first.url)
        await expect.poll(() => load.kids.has(kid)).toBe(true)
        old.push(await getToken(first.url))
        await sleep(300)
      }
      const { calls, failures, kids } = await stop()

      expect(failures).toEqual([])
      expect(kids.size).toBe(5)
      expect(calls).toBeGreaterThan(200)
      for (const token of old) for (const server of servers) await use(server.url, token)
      expect(await jwks(other!.url)).toEqual(expect.arrayContaining(old.map(kidOf)))
    })
  })

  test('with a lead time, the key is public before it signs, and no call fails', async () => {
    const lead = { RASTRO_SIGNING_KEY_LEAD_SECONDS: String(leadSeconds) }
    const config = {
      ...world.ctx.config,
      access: { ...world.ctx.config.access, signingKeyLeadSeconds: leadSeconds },
    }
    await withServers(lead, async (servers) => {
      const { load, stop } = startLoad(servers)
      await sleep(200)
      const rotatedAt = performance.now()
      const kid = await rotateSigningKey({ ...world.ctx, config })
      for (const { url } of servers) {
        await forceReload(url)
        const listed = await jwks(url)
        expect(listed).toContain(kid)
        expect(listed).toEqual(expect.arrayContaining([...load.kids]))
      }
      expect(load.kids).not.toContain(kid)
      await expect.poll(() => load.kids.has(kid), { interval: 10 }).toBe(true)
      expect(performance.now() - rotatedAt).toBeGreaterThan(leadSeconds * 1_000 - 100)
      await sleep(300)
      expect((await stop()).failures).toEqual([])
    })
  })
})

describe('housekeeping', () => {
  const listed = async () =>
    (await world.superuser.query('select kid from signing_keys order by signs_from')).rows.map(
      ({ kid }) => kid,
    )

  test('changes nothing before the key is due', async () => {
    const before = await listed()
    await runHousekeeping(world.ctx)
    expect(await listed()).toEqual(before)
  })

  test('creates one new key when due, even if several processes run it at once', async () => {
    const before = await listed()
    world.clock.offsetMs = 86_400_000 + leadSeconds * 1_000
    await Promise.all(Array.from({ length: 5 }, () => runHousekeeping(world.ctx)))
    const after = await listed()
    expect(after.slice(0, -1)).toEqual(before.slice(-(after.length - 1)))
    expect(before).not.toContain(after.at(-1))
  })

  test('deletes a key only after its longest possible token has expired', async () => {
    const before = await listed()
    const [newest] = before.slice(-1)
    world.clock.offsetMs += 86_400_000 - 60_000
    await runHousekeeping(world.ctx)
    expect(await listed()).toEqual(before)
    world.clock.offsetMs += 120_000
    await runHousekeeping(world.ctx)
    expect((await listed())[0]).toBe(newest)
  })
})
