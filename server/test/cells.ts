// Several cells in one test: each a world of its own with a gateway and a recorder, and one directory for all.

import pg from 'pg'
import { inject } from 'vitest'
import type { Joined } from '../src/features/cells/join.api.ts'
import { joinCell } from '../src/features/cells/join.api.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { migrate, sharedDirectory } from '../src/operations/migrate/migrate.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import { openLine } from '../src/platform/db/db.ts'
import { startGateway } from '../src/roles/gateway.ts'
import type { World } from './world.ts'
import { dropDatabase, openWorld } from './world.ts'

export interface TestDirectory {
  env: Record<string, string>
  superuser: pg.Client
  close(): Promise<void>
}

export async function openDirectory(): Promise<TestDirectory> {
  const engines = inject('engines')
  const database = `directory_${randomText(12).toLowerCase()}`
  const at = (url: string, name = database) => url.replace('DATABASE', name)
  const admin = new pg.Client({ connectionString: at(engines.superuserUrl, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${database} owner rastro_owner`)
  await admin.end()
  await migrate(at(engines.ownerUrl), () => {}, { directory: sharedDirectory, hasJobs: false })
  const superuser = new pg.Client({ connectionString: at(engines.superuserUrl) })
  await superuser.connect()
  return {
    env: { RASTRO_DIRECTORY_URL: at(engines.appUrl), RASTRO_DIRECTORY_OWNER_URL: at(engines.ownerUrl) },
    superuser,
    close: () => dropDatabase(superuser, database),
  }
}

export interface TestCell extends World {
  number: number
  /** Where its API answers. */
  url: string
  /** Where its gateway hears trackers. */
  gatewayPort: number
  /** Again, to bring what it has made meanwhile. */
  join(): Promise<Joined>
}

/** A cell that serves and has joined. */
export async function openCell(
  directory: TestDirectory,
  number: number,
  settings: Record<string, string> = {},
): Promise<TestCell> {
  const world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    ...directory.env,
    RASTRO_CELL: String(number),
    ...settings,
  })
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const gateway = await startGateway(world.ctx)
  const recorder = await recordLocations(world.ctx)
  const join = () => joinWorld(world, directory, { number, url, gatewayPort: gateway.port })
  await join()
  return {
    ...world,
    number,
    url,
    gatewayPort: gateway.port,
    join,
    async close() {
      await gateway.stop()
      recorder.stop()
      await world.close()
    },
  }
}

export async function joinWorld(
  { ctx, env }: Pick<World, 'ctx' | 'env'>,
  directory: Pick<TestDirectory, 'env'>,
  { number, url, gatewayPort }: { number: number; url: string; gatewayPort: number },
): Promise<Joined> {
  const own = await openLine(String(env.RASTRO_DATABASE_OWNER_URL), 'test')
  const shared = await openLine(String(directory.env.RASTRO_DIRECTORY_OWNER_URL), 'test')
  try {
    const cell = { number, apiUrl: url, gatewayHost: '127.0.0.1', gatewayPort }
    return await joinCell(ctx, { own: own.db, directory: shared.db }, cell)
  } finally {
    await own.end()
    await shared.end()
  }
}
