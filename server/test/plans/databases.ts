// The databases in which the plans of all statements are examined, in the services of the tests.

import pg from 'pg'
import type { Postgres } from '../../../scripts/services/postgres.ts'
import { databaseOf, sizes } from './examine.ts'
import { dropOldWeeks, fill } from './fill.ts'

/** They have their names when they are complete. */
export async function createPlanDatabases(
  postgres: Pick<Postgres, 'createDatabase' | 'url'>,
  template: string,
): Promise<void> {
  for (const size of sizes) {
    const incomplete = `${databaseOf(size)}_incomplete`
    await postgres.createDatabase(incomplete, { template })
    await asSuperuser(postgres.url('superuser', incomplete), async (client) => {
      await dropOldWeeks(client)
      if (size === 'large') await fill(client, { rows: 1_000, factor: 200 })
    })
    await asSuperuser(postgres.url('superuser', 'postgres'), (client) =>
      client.query(`alter database ${incomplete} rename to ${databaseOf(size)}`),
    )
  }
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // The services stop while it works if the tests end early.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
