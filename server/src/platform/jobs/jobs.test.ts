import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inDirectory } from '../db/db.ts'
import type { Jobs } from './jobs.ts'
import { defineJob, migrateJobs, startJobs } from './jobs.ts'

interface Task {
  number: number
}
const plain = defineJob<Task>('test-plain')
const failing = defineJob<Task>('test-failing', { retryDelay: 1, retryBackoff: false })
// pg-boss takes no shorter heartbeat.
const stuck = defineJob<Task>('test-stuck', { heartbeatSeconds: 10 })

const silenced = defineJob<Task>('test-silenced')

let world: World
let jobs: Jobs
beforeAll(async () => {
  world = await openWorld({ RASTRO_LOG_LEVEL: 'silent' })
  await migrateJobs(world.env.RASTRO_DATABASE_OWNER_URL!, [plain, failing, stuck, silenced])
  jobs = await startJobs(world.env.RASTRO_DATABASE_URL!, world.ctx.log, {
    works: true,
    monitorIntervalSeconds: 2,
  })
})
afterAll(async () => {
  await jobs.stop()
  await world.close()
})

const listJobs = async (name: string) =>
  (await world.superuser.query('select data, state from pgboss.job where name = $1', [name])).rows

describe('a job', () => {
  test('sent in a rolled-back transaction does not exist', async () => {
    const sent = inDirectory(world.ctx, async ({ db }) => {
      await jobs.send(db, plain, { number: 1 })
      throw new Error('changed my mind')
    })
    await expect(sent).rejects.toThrow('changed my mind')
    expect(await listJobs(plain.name)).toEqual([])
  })

  test('reaches workers only after its transaction commits, and is processed once', async () => {
    const worked: Task[] = []
    const work = async (task: Task) => {
      worked.push(task)
    }
    await Promise.all([jobs.work(plain, work), jobs.work(plain, work)])
    await inDirectory(world.ctx, async ({ db }) => {
      await jobs.send(db, plain, { number: 2 })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(worked).toEqual([])
    })
    await expect.poll(() => worked).toEqual([{ number: 2 }])
    await expect.poll(() => listJobs(plain.name)).toEqual([{ data: { number: 2 }, state: 'completed' }])
  })

  test('can be sent in the account transaction that causes it', async () => {
    const { accountId } = await world.make.account()
    await world.ctx.db.begin({ accountId }, (db) => jobs.send(db, plain, { number: 3 }))
    await expect.poll(async () => (await listJobs(plain.name)).length).toBe(2)
  })

  test('is retried after a failure', async () => {
    let tries = 0
    await jobs.work(failing, async () => {
      tries += 1
      if (tries < 3) throw new Error('not today')
    })
    await jobs.send(world.ctx.db.directory, failing, { number: 4 })
    await expect.poll(() => tries).toBe(3)
    await expect.poll(async () => (await listJobs(failing.name))[0].state).toBe('completed')
  })

  test('is processed after the database connections went silent', async () => {
    const proxy = await startProxy(world.env.RASTRO_DATABASE_URL!)
    const behind = await startJobs(proxy.url, world.ctx.log, { works: true })
    const worked: Task[] = []
    await behind.work(silenced, async (task) => {
      worked.push(task)
    })
    proxy.blackHole()
    // A fetch for jobs now waits for a response that never arrives.
    await sleep(3_000)
    proxy.heal()
    await jobs.send(world.ctx.db.directory, silenced, { number: 5 })
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual([{ number: 5 }])
    await behind.stop()
    await proxy.close()
  })

  test('of a killed worker is taken over by another', async () => {
    const script = fileURLToPath(new URL('../../../test/stuck-worker.ts', import.meta.url))
    const leash = ['--pdeathsig', 'KILL', process.execPath, script]
    const worker = spawn('setpriv', [...leash, world.env.RASTRO_DATABASE_URL!, stuck.name])
    await jobs.send(world.ctx.db.directory, stuck, { number: 5 })
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    const killedAt = performance.now()

    const { promise: first, resolve } = Promise.withResolvers<Task>()
    await jobs.work(stuck, async (task) => resolve(task))
    const taken = await first
    expect(taken).toEqual({ number: 5 })
    // One heartbeat, one monitoring interval, one poll, and the first retry delay.
    expect(performance.now() - killedAt).toBeLessThan(30_000)
  })

  test('is in tables that the application role can use but not alter', async () => {
    const db = world.ctx.db.directory
    await expect(db.text('drop table pgboss.job')).rejects.toThrow('must be owner')
    await expect(db.text('create table pgboss.mine (x int)')).rejects.toThrow('permission denied')
  })
})
