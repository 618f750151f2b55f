import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import { databasesOf } from '../../../../scripts/services/databases.ts'
import type { Postgres } from '../../../../scripts/services/postgres.ts'
import { withClient } from '../../../test/client.ts'
import { startOwnPostgres } from '../../../test/own-services.ts'
import type { Command } from '../../../test/processes.ts'
import { runRastro } from '../../../test/processes.ts'
import { describeDatabase } from '../../../test/schema.ts'
import { templateDatabase } from '../../../test/services.setup.ts'
import { testSettings } from '../../../test/world.ts'
import { listMigrations, migrate } from './migrate.ts'

type Url = (role: 'superuser' | 'owner' | 'app', database: string) => string

const services = inject('services')
const url: Url = (role, database) => services[`${role}Url`].replace('DATABASE', database)
const databases = databasesOf((database) => url('superuser', database))
const blank = 'migrate_blank'
const names = (await listMigrations()).map(({ name }) => name)
let wanted: string[]

beforeAll(async () => {
  await databases.createDatabase(blank)
  wanted = await describeDatabase(url('superuser', templateDatabase))
})
afterAll(() => databases.dropDatabase(blank))

let made = 0
async function withEmptyDatabase(work: (database: string) => Promise<void>): Promise<void> {
  made += 1
  const database = `migrate_${made}`
  await databases.createDatabase(database, { template: blank })
  try {
    await work(database)
  } finally {
    await databases.dropDatabase(database)
  }
}

function run(database: string, urlOf: Url = url): Command {
  return runRastro(
    {
      ...testSettings,
      RASTRO_DATABASE_URL: urlOf('app', database),
      RASTRO_DATABASE_OWNER_URL: urlOf('owner', database),
      RASTRO_NATS_URL: services.natsUrl,
    },
    'migrate',
  )
}

/** Waits until this many files are applied, and then for a short random time. */
async function reach(database: string, files: number, urlOf: Url = url): Promise<void> {
  await withClient(urlOf('superuser', database), async (client) => {
    const isTrue = async (sql: string) => (await client.query<{ yes: boolean }>(sql)).rows[0]!.yes
    const isConnected = () =>
      isTrue(`select count(*) > 0 as yes from pg_stat_activity
        where datname = current_database() and application_name = 'rastro-migrate'`)
    const areApplied = async () =>
      (await isTrue(`select to_regclass('public.schema_migrations') is not null as yes`)) &&
      (await isTrue(`select count(*) >= ${files} as yes from schema_migrations`))
    while (!(await (files === 0 ? isConnected() : areApplied()))) await sleep(2)
  })
  await sleep(Math.random() * 60)
}

async function complete(database: string, urlOf: Url = url): Promise<string[]> {
  const messages: string[] = []
  await migrate(urlOf('owner', database), (message) => messages.push(message))
  return messages
}

const runs = isFullLane ? 10 : 4
test(`${runs} concurrent migrations of an empty database all succeed, and each file is applied once`, async () => {
  await withEmptyDatabase(async (database) => {
    const ended = await Promise.all(Array.from({ length: runs }, () => run(database).ended))
    for (const { code, stderr } of ended) expect([code, stderr]).toEqual([0, ''])
    const applied = ended.flatMap(({ stdout }) => stdout.match(/^applied .*$/gm) ?? [])
    expect(applied.sort()).toEqual(names.map((name) => `applied ${name}`))
    expect(await describeDatabase(url('superuser', database))).toEqual(wanted)
  })
})

test('a second run changes nothing', async () => {
  await withEmptyDatabase(async (database) => {
    expect(await complete(database)).toEqual(names.map((name) => `applied ${name}`))
    expect(await complete(database)).toEqual([])
  })
})

describe.concurrent('the next run completes a migration interrupted by kill -9', () => {
  // From before the first file to after the last, when only the job tables are left.
  const moments = isFullLane
    ? Array.from({ length: 9 }, (_, index) => Math.round((index * names.length) / 8))
    : [0, Math.round(names.length / 2), names.length]
  test.for(moments)('after %i files', async (files, { expect }) => {
    await withEmptyDatabase(async (database) => {
      const command = run(database)
      await reach(database, files)
      command.kill('SIGKILL')
      await command.ended
      await complete(database)
      expect(await describeDatabase(url('superuser', database))).toEqual(wanted)
    })
  })
})

describe('kill -9 of PostgreSQL during a migration', () => {
  let own: Postgres
  beforeAll(async () => {
    own = await startOwnPostgres()
  })
  afterAll(() => own.remove())

  test.each(isFullLane ? [0, 2, names.length] : [2])(
    'after %i files: the command reports it, the next run completes',
    async (files) => {
      const database = `killed_${files}`
      await own.createDatabase(database)
      const command = run(database, own.url)
      await reach(database, files, own.url)
      await own.kill()
      const { code, stderr } = await command.ended
      // The command may have finished before the kill.
      if (code !== 0) expect(stderr).toMatch(/^The database does not respond \(.+\)\. Is it running\?/)
      await own.start()
      await complete(database, own.url)
      expect(await describeDatabase(own.url('superuser', database))).toEqual(wanted)
    },
  )
})

test('a file changed after it was applied is rejected by name, and nothing is applied', async () => {
  await withEmptyDatabase(async (database) => {
    await complete(database)
    await withClient(url('superuser', database), async (client) => {
      await client.query('update schema_migrations set checksum = $2 where name = $1', [names[1], 'another'])
      await client.query('delete from schema_migrations where name = $1', [names.at(-1)])
    })

    const { code, stderr } = await run(database).ended
    expect(code).toBe(1)
    expect(stderr).toBe(`${names[1]} was changed after it was applied. Write a new migration instead.\n`)
  })
})
