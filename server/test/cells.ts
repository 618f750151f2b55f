// Several cells in one test: each a separate world with a gateway and a recorder, and one shared directory.

import pg from 'pg'
import { inject } from 'vitest'
import type { Joined } from '../src/features/cells/join.api.ts'
import { joinCell } from '../src/features/cells/join.api.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { migrate, sharedDirectory } from '../src/operations/migrate/migrate.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import { openConnection } from '../src/platform/db/db.ts'
import { startGateway } from '../src/roles/gateway.ts'
import type { World } from './world.ts'
import { dropDatabase, openWorld } from './world.ts'

export interface TestDirectory {
  env: Record<string, string>
  superuser: pg.Client
  close(): Promise<void>
}

export async function openDirectory(): Promise<TestDirectory> {
  const services = inject('services')
  const database = `directory_${randomText(12).toLowerCase()}`
  const at = (url: string, name = database) => url.replace('DATABASE', name)
  const admin = new pg.Client({ connectionString: at(services.superuserUrl, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${database} owner rastro_owner`)
  await admin.end()
  await migrate(at(services.ownerUrl), () => {}, { directory: sharedDirectory, hasJobs: false })
  const superuser = new pg.Client({ connectionString: at(services.superuserUrl) })
  await superuser.connect()
  return {
    env: { RASTRO_DIRECTORY_URL: at(services.appUrl), RASTRO_DIRECTORY_OWNER_URL: at(services.ownerUrl) },
    superuser,
    close: () => dropDatabase(superuser, database),
  }
}

export interface TestCell extends World {
  number: number
  /** The address of its API. */
  url: string
  /** The port of its gateway. */
  gatewayPort: number
  /** Joins again, to register what it has created meanwhile. */
  join(): Promise<Joined>
}

/** A running cell that has joined. */
export async function openCell(
  directory: TestDirectory,
  number: number,
  settings: Record<string, string> = {},
): Promise<TestCell> {
  const world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    ...directory.env,
    RASTRO_CELL_NUMBER: String(number),
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
      await recorder.stop()
      await world.close()
    },
  }
}

export async function joinWorld(
  { ctx, env }: Pick<World, 'ctx' | 'env'>,
  directory: Pick<TestDirectory, 'env'>,
  { number, url, gatewayPort }: { number: number; url: string; gatewayPort: number },
): Promise<Joined> {
  const own = await openConnection(String(env.RASTRO_DATABASE_OWNER_URL), 'test')
  const shared = await openConnection(String(directory.env.RASTRO_DIRECTORY_OWNER_URL), 'test')
  try {
    const cell = { number, apiUrl: url, gatewayHost: '127.0.0.1', gatewayPort }
    return await joinCell(ctx, { own: own.db, directory: shared.db }, cell)
  } finally {
    await own.end()
    await shared.end()
  }
}
