// Starts private services before all tests, and creates one migrated database for tests to copy.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isFullLane } from '../../scripts/lane.ts'
import { startServices } from '../../scripts/services/services.ts'
import { migrate } from '../src/operations/migrate/migrate.ts'
import { createPlanDatabases } from './plans/databases.ts'

export const templateDatabase = 'rastro_template'

declare module 'vitest' {
  interface ProvidedContext {
    services: ServiceAddresses
  }
}

export interface ServiceAddresses {
  /** URLs with DATABASE as the name of the database. */
  superuserUrl: string
  ownerUrl: string
  appUrl: string
  backupUrl: string
  eraserUrl: string
  natsUrl: string
  monitorUrl: string
}

// biome-ignore lint/style/noDefaultExport: Vitest requires it.
export default async function setup({ provide }: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-test-'))
  const engines = await startServices({ dir })
  const { postgres, nats } = engines
  await postgres.createDatabase(templateDatabase)
  await migrate(postgres.url('owner', templateDatabase), () => {})
  // In the background: the first file that asks for them waits. Fails if the tests end before.
  const creating = isFullLane
    ? createPlanDatabases(postgres, templateDatabase).catch((error: unknown) => error)
    : undefined
  provide('services', {
    superuserUrl: postgres.url('superuser', 'DATABASE'),
    ownerUrl: postgres.url('owner', 'DATABASE'),
    appUrl: postgres.url('app', 'DATABASE'),
    backupUrl: postgres.url('backup', 'DATABASE'),
    eraserUrl: postgres.url('eraser', 'DATABASE'),
    natsUrl: nats.url,
    monitorUrl: nats.monitorUrl,
  })
  return async () => {
    await engines.remove()
    await creating
  }
}
