// Private services of one test, so that it may kill them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Postgres } from '../../scripts/services/postgres.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
import type { Services } from '../../scripts/services/services.ts'
import { startServices } from '../../scripts/services/services.ts'
import { testSettings } from './world.ts'

/** Small: many of them run side by side. */
const settings = { shared_buffers: '32MB', max_wal_size: '256MB' }

export async function startOwnPostgres(more: Record<string, string | undefined> = {}): Promise<Postgres> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-own-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), settings: { ...settings, ...more } })
  return {
    ...postgres,
    remove: () => postgres.remove().finally(() => rmSync(dir, { recursive: true, force: true })),
  }
}

export async function startOwnServices(): Promise<Services & { env: Record<string, string> }> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-own-'))
  const services = await startServices({ dir })
  await services.postgres.createDatabase('rastro')
  return {
    ...services,
    env: {
      ...testSettings,
      RASTRO_DATABASE_URL: services.postgres.url('app', 'rastro'),
      RASTRO_DATABASE_OWNER_URL: services.postgres.url('owner', 'rastro'),
      RASTRO_DATABASE_BACKUP_URL: services.postgres.url('backup', 'rastro'),
      RASTRO_DATABASE_ERASER_URL: services.postgres.url('eraser', 'rastro'),
      RASTRO_EXPORT_DIR: join(dir, 'exports'),
      RASTRO_MAP_DIR: join(dir, 'maps'),
      RASTRO_NATS_URL: services.nats.url,
      RASTRO_NATS_MONITOR_URL: services.nats.monitorUrl,
      RASTRO_GATEWAY_HOST: '127.0.0.1',
      RASTRO_GATEWAY_PORT: '0',
    },
    remove: () => services.remove().finally(() => rmSync(dir, { recursive: true, force: true })),
  }
}
