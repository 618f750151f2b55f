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
import { openDependencies } from '../../roles/dependencies.ts'
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

beforeAll(async () => {
  world = await openWorld({ RASTRO_SMTP_URL: '' })
  erased = await world.make.account()
  kept = await world.make.account()
  await world.make.device(erased, { name: marker })
  await world.make.device(kept)
  await takeBackup(world.ctx, { directory, waitSeconds: 20, version: 'test' }, () => {})
  await databases.createDatabase(copy)
  // Closed and erased after the backup.
  await closeForOperator(world.ctx, erased.accountId, { reason: 'On request.', author: 'test', days: 7 })
  await world.superuser.query(`update erasures set due_at = now() - interval '1 minute'`)
  await eraseNow(world.ctx, erased.accountId, { settleMs: 0 })
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
  await close()
  const env = { ...envOf(copy), RASTRO_HTTP_HOST: '127.0.0.1' }
  await expect(spawnServer(env, ['api'])).rejects.toThrow(/recover erasures/)

  const { code, stdout, stderr } = await runRastro(env, 'recover', 'erasures', '--json').ended
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({ erased: 1 })
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
