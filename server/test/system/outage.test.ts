import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../../scripts/services/services.ts'
import { readConfig } from '../../src/config/config.ts'
import { housekeeping } from '../../src/features/auth/auth.jobs.ts'
import { migrate } from '../../src/operations/migrate/migrate.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { openDependencies } from '../../src/roles/dependencies.ts'
import { withClient } from '../client.ts'
import { startOwnServices } from '../own-services.ts'
import type { Exit, ServerProcess } from '../processes.ts'
import { runRastro, spawnServer } from '../processes.ts'

const outageMs = 20_000
const promisedMs = 5_000

let own: Services & { env: Record<string, string> }
let api: ServerProcess
let others: ServerProcess[]
let holder: { userName: string; apiKey: string; token: string }

beforeAll(async () => {
  own = await startOwnServices()
  await migrate(own.postgres.url('owner', 'rastro'), () => {})
  ;[api, others, holder] = await Promise.all([
    spawnServer(own.env, ['api']),
    Promise.all(['notifier', 'recorder', 'gateway'].map((role) => spawnServer(own.env, [role]))),
    createHolder(),
  ])
  const { body } = await call('POST', '/api/Auth/Token', { userName: holder.userName, apiKey: holder.apiKey })
  holder.token = body.token
})
afterAll(async () => {
  await Promise.all([api, ...others].map((server) => server.kill()))
  await own.remove()
})

/** With the operator's commands, as on a new installation. */
async function createHolder() {
  const account = ['account', 'create', '--name', 'Expedition', '--email', 'olga@example.com', '--json']
  const made = JSON.parse((await runRastro(own.env, ...account).ended).stdout)
  const key = ['apikey', 'create', '--user', made.userName, '--json']
  return { ...JSON.parse((await runRastro(own.env, ...key).ended).stdout), token: '' }
}

interface Answer {
  status: number
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: the response of the API.
  body: any
  headers: Headers
}

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const beganAt = performance.now()
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${holder?.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const parsed = await answer.json()
  return { status: answer.status, ms: performance.now() - beganAt, body: parsed, headers: answer.headers }
}

const attempts: [method: string, path: string, body?: object][] = [
  ['GET', '/api/account'],
  ['GET', '/api/apiKeys'],
  ['POST', '/api/Auth/Token', { userName: 'olga@example.com', apiKey: 'wrong' }],
  ['POST', '/session', { userName: 'olga@example.com', password: 'wrong' }],
]

test('without PostgreSQL for 20 s requests fail cleanly in time, no process exits, and all recover', async () => {
  expect((await call('GET', '/api/account')).status).toBe(200)
  expect((await call('GET', '/readyz')).body).toEqual({ status: 'ready', missing: [] })

  await own.postgres.kill()
  const goneAt = performance.now()
  const answers: Answer[] = []
  let slowestMs = 0
  while (performance.now() - goneAt < outageMs) {
    const responses = await Promise.all(attempts.map(([method, path, body]) => call(method, path, body)))
    answers.push(...responses)
    slowestMs = Math.max(slowestMs, ...responses.map(({ ms }) => ms))
    expect((await call('GET', '/healthz')).status).toBe(200)
    const ready = await call('GET', '/readyz')
    expect([ready.status, ready.body.missing]).toEqual([503, ['database']])
    expect(ready.ms).toBeLessThan(promisedMs)
    await sleep(200)
  }
  expect(answers.length).toBeGreaterThan(50)
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('5')
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('temporarily unavailable') })
  }
  const enveloped = answers.filter(({ body }) => body.requestId)
  expect(enveloped.length).toBe((answers.length * 3) / 4)
  for (const { body } of enveloped) expect(body.code).toBe('service.unavailable')
  expect(slowestMs).toBeLessThan(promisedMs)
  expect([api, ...others].map((server) => server.isRunning())).toEqual([true, true, true, true])

  await own.postgres.start()
  const backAt = performance.now()
  await expect.poll(async () => (await call('GET', '/api/account')).status, { interval: 20 }).toBe(200)
  const firstSuccessMs = performance.now() - backAt
  expect(firstSuccessMs).toBeLessThan(promisedMs)
  expect((await call('GET', '/readyz')).status).toBe(200)
  const { userName, apiKey } = holder
  expect((await call('POST', '/api/Auth/Token', { userName, apiKey })).status).toBe(200)
})

test('the notifier resumes its jobs after the outage', async () => {
  const { ctx, close } = await openDependencies(readConfig(own.env), createLog('silent'))
  await ctx.jobs.send(ctx.db.directory, housekeeping, {})
  const isDone = async () =>
    (await ctx.db.directory`select from pgboss.job where name = ${housekeeping.name} and state = 'completed'`)
      .length > 0
  await expect.poll(isDone, { interval: 200 }).toBe(true)
  await close()
  expect([api, ...others].map((server) => server.isRunning())).toEqual([true, true, true, true])
})

describe('a process that receives SIGTERM', () => {
  test('finishes its requests, accepts no new ones, and exits with 0', async () => {
    let begun: Promise<Answer> | undefined
    let exit: Promise<Exit> | undefined
    let signalledAt = 0
    await withKeysLocked(async () => {
      begun = call('GET', '/api/apiKeys')
      await sleep(300)
      signalledAt = performance.now()
      exit = api.stop()
      await expect.poll(takesCalls).toBe(false)
      expect(api.isRunning()).toBe(true)
      await sleep(700)
    })

    expect((await begun)?.status).toBe(200)
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - signalledAt).toBeLessThan(30_000)
    expect(api.lines.at(-1)).toMatchObject({ msg: 'stopped' })
  })

  test('exits with 0 also without its database', async () => {
    await own.postgres.kill()
    const signalledAt = performance.now()
    for (const exit of await Promise.all(others.map((server) => server.stop()))) {
      expect(exit).toEqual({ code: 0, signal: null })
    }
    expect(performance.now() - signalledAt).toBeLessThan(30_000)
  })
})

async function takesCalls(): Promise<boolean> {
  try {
    return (await fetch(`${api.url}/healthz`)).ok
  } catch {
    return false
  }
}

/** Readers of API keys wait until the work is done. */
function withKeysLocked(work: () => Promise<void>): Promise<void> {
  return withClient(own.postgres.url('owner', 'rastro'), async (client) => {
    await client.query('begin; lock table api_keys in access exclusive mode')
    await work()
    await client.query('rollback')
  })
}
