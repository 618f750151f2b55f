// A backup that is older than an erasure must not bring the account back.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../../scripts/services/databases.ts'
import { withClient } from '../../../test/client.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { findMarker } from '../../../test/marked-account.ts'
import { runRastro, spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import { closeForOperator } from '../../features/erasure/closing.api.ts'
import { eraseNow } from '../../features/erasure/erasure.api.ts'
import { requireNoneRisen } from '../../features/erasure/tombstone.api.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { openDependencies } from '../../roles/dependencies.ts'
import { requireErased } from '../../roles/erased-accounts.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const marker = 'zqmarkqzrestore'
const services = inject('services')
const databases = databasesOf((database) => services.superuserUrl.replace('DATABASE', database))
const scratch = mkdtempSync(join(tmpdir(), 'rastro-erased-'))
const directory = join(scratch, 'backup')
const copy = 'restored_erased'
let world: World
let erased: MadeAccount
let kept: MadeAccount
/** Created after the backup, and erased. */
let late: MadeAccount

beforeAll(async () => {
  world = await openWorld({ RASTRO_SMTP_URL: '' })
  erased = await world.make.account()
  kept = await world.make.account()
  await world.make.device(erased, { name: marker })
  await world.make.device(kept)
  await takeBackup(world.ctx, { directory, waitSeconds: 20, version: 'test' }, () => {})
  await databases.createDatabase(copy)
  // Closed and erased after the backup.
  late = await world.make.account()
  for (const { accountId } of [erased, late]) {
    await closeForOperator(world.ctx, accountId, { reason: 'On request.', author: 'test', days: 7 })
    await world.superuser.query(`update erasures set due_at = now() - interval '1 minute'`)
    await eraseNow(world.ctx, accountId, { settleMs: 0 })
  }
}, 120_000)
afterAll(async () => {
  await world.close()
  await databases.dropDatabase(copy)
  rmSync(scratch, { recursive: true, force: true })
})

function envOf(database: string): Record<string, string> {
  const at = (url: string) => url.replace('DATABASE', database)
  return {
    ...world.env,
    RASTRO_DATABASE_URL: at(services.appUrl),
    RASTRO_DATABASE_OWNER_URL: at(services.ownerUrl),
    RASTRO_DATABASE_BACKUP_URL: at(services.backupUrl),
    RASTRO_DATABASE_ERASER_URL: at(services.eraserUrl),
  }
}

async function createAccount(): Promise<number> {
  const args = ['account', 'create', '--name', 'New', '--email', `new-${randomText(8)}@example.com`, '--json']
  const { code, stderr } = await runRastro(envOf(copy), ...args).ended
  expect([code, stderr]).toEqual([0, ''])
  const { rows } = await withClient(services.superuserUrl.replace('DATABASE', copy), (client) =>
    client.query('select max(account_id) as number from accounts'),
  )
  return rows[0].number
}

const recover = async () => {
  const { code, stdout, stderr } = await runRastro(envOf(copy), 'recover', 'erasures', '--json').ended
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const marked = () =>
  withClient(services.superuserUrl.replace('DATABASE', copy), (client) => findMarker(client, marker))

test('a restore without the tombstones does not serve until the account is erased again', {
  timeout: 120_000,
}, async () => {
  const config = readConfig(envOf(copy))
  // As with other tools, or without NATS: nobody knows of the erasure.
  const restored = await restoreBackup(
    { config, log: world.ctx.log },
    { directory, replaces: false },
    () => {},
  )
  expect(restored).toMatchObject({ faults: [], erasedAgain: 0 })
  expect(await marked()).toContain('public.devices')
  const { ctx, close } = await openDependencies(config, world.ctx.log)
  await expect(requireNoneRisen(ctx)).rejects.toThrow('contains 1 accounts that were erased')
  // Nor if another source does not respond.
  const directoryUrl = 'postgresql://nobody@127.0.0.1:9/directory'
  const cells = joinCells({ ...config.cells, directoryUrl, number: 1 }, world.ctx.log)
  await expect(requireErased({ ...ctx, cells })).rejects.toThrow('contains 1 accounts that were erased')
  await cells?.end()
  await close()
  const env = { ...envOf(copy), RASTRO_HTTP_HOST: '127.0.0.1' }
  await expect(spawnServer(env, ['api'])).rejects.toThrow(/recover erasures/)

  expect(await recover()).toEqual({ erased: 1, forgotten: 0 })
  expect(await marked()).toEqual([])
  const server = await spawnServer(env, ['api'])
  const answer = await fetch(`${server.url}/api/account`, {
    headers: { authorization: `Bearer ${kept.token}` },
  })
  expect(answer.status).toBe(200)
  await server.stop()
})

test('a restore with NATS erases the account again by itself', { timeout: 120_000 }, async () => {
  const config = readConfig(envOf(copy))
  const restored = await restoreBackup(
    { config, log: world.ctx.log, bus: world.ctx.bus },
    { directory, replaces: true },
    () => {},
  )
  expect(restored).toMatchObject({ faults: [], erasedAgain: 1 })
  expect(await marked()).toEqual([])
  const { ctx, close } = await openDependencies(config, world.ctx.log)
  await requireNoneRisen(ctx)
  // Not the number of an account that the backup does not contain.
  expect(await createAccount()).toBeGreaterThan(late.accountId)
  await requireNoneRisen(ctx)
  await close()
})

test('numbers of erased accounts are not given to others', { timeout: 120_000 }, async () => {
  const { ctx, close } = await openDependencies(readConfig(envOf(copy)), world.ctx.log)
  const number = 1_000
  await world.ctx.bus.snapshots.put(`erased-${number}`, Buffer.from(new Date().toISOString()))
  await expect(requireNoneRisen(ctx)).rejects.toThrow('would get the numbers of 1 accounts')
  expect(await recover()).toEqual({ erased: 0, forgotten: 0 })
  await requireNoneRisen(ctx)
  expect(await createAccount()).toBe(number + 1)
  // An account that was created after the erasure is another one.
  await world.ctx.bus.snapshots.put(`erased-${kept.accountId}`, Buffer.from('2020-01-01T00:00:00.000Z'))
  await requireNoneRisen(ctx)
  expect(await recover()).toEqual({ erased: 0, forgotten: 0 })
  await close()
})

test('the tombstones of the replaced database count too', { timeout: 120_000 }, async () => {
  // The copy knows of the erasure since the restore before; NATS is unavailable now.
  const config = readConfig(envOf(copy))
  const restored = await restoreBackup(
    { config, log: world.ctx.log },
    { directory, replaces: true },
    () => {},
  )
  expect(restored.erasedAgain).toBe(1)
  expect(await marked()).toEqual([])
})

test('a restore gives the tombstones of the replaced database to NATS, which may be new', {
  timeout: 120_000,
}, async () => {
  const number = 999
  await withClient(services.superuserUrl.replace('DATABASE', copy), (client) =>
    client.query(`insert into erased (number, erased_at) values ($1, '2026-01-01T00:00:00Z')`, [number]),
  )
  const { snapshots } = world.ctx.bus
  expect(await snapshots.get(`erased-${number}`)).toBeUndefined()
  await restoreBackup(
    { config: readConfig(envOf(copy)), log: world.ctx.log, bus: world.ctx.bus },
    { directory, replaces: true },
    () => {},
  )
  const bytes = await snapshots.get(`erased-${number}`)
  expect(Buffer.from(bytes!).toString()).toBe('2026-01-01T00:00:00.000Z')
})
