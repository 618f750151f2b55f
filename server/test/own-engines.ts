// Engines that belong to one test alone, so that it may kill them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engines } from '../../scripts/services/engines.ts'
import { startEngines } from '../../scripts/services/engines.ts'
import type { Postgres } from '../../scripts/services/postgres.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
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

export async function startOwnEngines(): Promise<Engines & { env: Record<string, string> }> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-own-'))
  const engines = await startEngines({ dir })
  await engines.postgres.createDatabase('rastro')
  return {
    ...engines,
    env: {
      ...testSettings,
      RASTRO_DATABASE_URL: engines.postgres.url('app', 'rastro'),
      RASTRO_DATABASE_OWNER_URL: engines.postgres.url('owner', 'rastro'),
      RASTRO_DATABASE_BACKUP_URL: engines.postgres.url('backup', 'rastro'),
      RASTRO_NATS_URL: engines.nats.url,
      RASTRO_NATS_MONITOR_URL: engines.nats.monitorUrl,
      RASTRO_GATEWAY_HOST: '127.0.0.1',
      RASTRO_GATEWAY_PORT: '0',
    },
    remove: () => engines.remove().finally(() => rmSync(dir, { recursive: true, force: true })),
  }
}
