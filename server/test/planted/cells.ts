import { migrate, sharedDirectory } from '../../src/operations/migrate/migrate.ts'
import { withClient } from '../client.ts'
import type { Ward } from '../ward.ts'
import type { PlantedFault } from './plant.ts'

const database = 'directory'

/** One of several cells, which has not joined yet. */
async function shareDirectory({ postgres, env }: Ward): Promise<void> {
  await postgres.dropDatabase(database)
  await postgres.createDatabase(database)
  const ownerUrl = postgres.url('owner', database)
  await migrate(ownerUrl, () => {}, { directory: sharedDirectory, hasJobs: false })
  Object.assign(env, {
    RASTRO_CELL_NUMBER: '1',
    RASTRO_DIRECTORY_URL: postgres.url('app', database),
    RASTRO_DIRECTORY_OWNER_URL: ownerUrl,
    RASTRO_CELL_API_URL: 'http://127.0.0.1:8080',
    RASTRO_CELL_GATEWAY_HOST: '127.0.0.1',
    RASTRO_CELL_GATEWAY_PORT: '5000',
  })
}

export const ofCells: PlantedFault[] = [
  { name: 'a cell that has not joined', id: 'cells.listed', plant: shareDirectory },
  {
    name: 'a cell with a new address',
    id: 'cells.listed',
    async plant(ward) {
      await shareDirectory(ward)
      await ward.rastro('cell', 'join')
      ward.env.RASTRO_CELL_API_URL = 'http://127.0.0.1:8081'
    },
  },
  {
    name: 'names missing in the directory',
    id: 'cells.names',
    async plant(ward) {
      await shareDirectory(ward)
      await ward.rastro('cell', 'join')
      await ward.rastro('account', 'create', '--name', 'Cell', '--email', 'cell@example.com')
      await withClient(ward.postgres.url('superuser', database), (client) =>
        client.query('delete from names'),
      )
    },
  },
]
