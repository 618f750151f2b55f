// Checks that the schema matches this version, is protected, and has partitions for the coming weeks.

import { checkStoreHealth } from '../../features/recorder/store-health.api.ts'
import * as jobs from '../../platform/jobs/jobs.queries.ts'
import { hasJobs } from '../../platform/jobs/jobs.queries.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import { listMigrations } from '../migrate/migrate.ts'
import * as migrations from '../migrate/schema-version.queries.ts'
import type { Check } from './doctor.types.ts'
import { asOwner, fault, inShell, manually, memoize, ok, warning } from './findings.ts'
import * as queries from './schema.queries.ts'

const migrate = inShell('rastro migrate')
const getStoreHealth = memoize(checkStoreHealth)

export const schemaChecks: Check[] = [
  {
    id: 'schema.migrations',
    group: 'schema',
    about: 'the schema is older or newer than the code, or an applied migration was changed',
    needs: 'database',
    async run({ db }) {
      const access = await migrations.canReadMigrations(db.directory)
      if (access === 'missing') return fault('the database has no tables', 'No process starts.', migrate)
      if (access === 'no')
        return fault('the role cannot read the applied migrations', 'The schema version is unknown.', migrate)
      const applied = new Map(
        (await migrations.listApplied(db.directory)).map((one) => [one.name, one.checksum]),
      )
      const wanted = await listMigrations()
      const pending = wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
      const changed = wanted.filter(
        ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
      )
      const cached = new Set(wanted.map(({ name }) => name))
      const ahead = [...applied.keys()].filter((name) => !cached.has(name))
      return [
        ...(pending.length > 0
          ? fault(
              `pending migrations: ${pending.join(', ')}`,
              'This version does not work without them.',
              migrate,
            )
          : []),
        ...changed.flatMap(({ name }) =>
          fault(
            `${name} was changed after it was applied`,
            'The schema may differ from what the code expects, and further migrations are refused.',
            manually(`Restore the file: git checkout server/migrations/${name}`),
          ),
        ),
        ...(ahead.length > 0
          ? warning(
              `the database has migrations of a newer version: ${ahead.join(', ')}`,
              'This version works with the schema of the next release, but not with later ones.',
              manually('Finish the upgrade: run the version that migrated the database.'),
            )
          : []),
        ...(pending.length + changed.length + ahead.length === 0
          ? ok(`all ${wanted.length} migrations are applied`)
          : []),
      ]
    },
  },
  {
    id: 'schema.jobs',
    group: 'schema',
    about: 'job queues are missing',
    needs: 'tables',
    async run({ db }) {
      if (!(await hasJobs(db.directory)))
        return fault(
          'the job queues do not exist, or the role cannot use them',
          'No process starts.',
          migrate,
        )
      const { missing } = await jobs.findJobs(
        db.directory,
        jobKinds.map(({ name }) => name),
      )
      if (missing.length === 0) return ok(`all ${jobKinds.length} job queues exist`)
      return fault(
        `missing job queues: ${missing.join(', ')}`,
        'Operations that create these jobs fail.',
        migrate,
      )
    },
  },
  {
    id: 'schema.row-security',
    group: 'schema',
    about: 'a table or partition with account rows does not force row-level security',
    needs: 'tables',
    isStartupCheck: true,
    async run({ db }) {
      const tables = await queries.listUnguarded(db.directory)
      if (tables.length === 0)
        return ok('all tables and partitions with account rows force row-level security')
      return fault(
        `without forced row-level security: ${tables.join(', ')}`,
        'Accounts are not isolated in these tables.',
        asOwner(
          ...tables.map(
            (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`,
          ),
        ),
      )
    },
  },
  {
    id: 'schema.indexes',
    group: 'schema',
    about: 'an index is invalid',
    needs: 'tables',
    async run({ db }) {
      const indexes = await queries.listBrokenIndexes(db.directory)
      if (indexes.length === 0) return ok('all indexes are valid')
      return fault(
        `invalid indexes: ${indexes.join(', ')}`,
        'They slow down writes, are not used by queries, and may not enforce uniqueness.',
        asOwner(...indexes.map((index) => `REINDEX INDEX CONCURRENTLY ${index};`)),
      )
    },
  },
  {
    id: 'schema.partitions',
    group: 'schema',
    about: 'partitions of this or the coming weeks are missing',
    needs: 'tables',
    async run(ctx) {
      const { missingWeeks } = await getStoreHealth(ctx)
      if (missingWeeks.length === 0) return ok('the partitions of the coming two weeks exist')
      return fault(
        `missing partitions: ${missingWeeks.join(', ')}`,
        'Locations of these weeks go to the default partition, which is never dropped and becomes slow.',
        inShell('rastro partitions'),
      )
    },
  },
  {
    id: 'schema.default-partition',
    group: 'schema',
    about: 'a default partition contains locations',
    needs: 'tables',
    async run(ctx) {
      const { hasUnplaced } = await getStoreHealth(ctx)
      if (!hasUnplaced) return ok('the default partitions are empty')
      return warning(
        'a default partition contains locations, because the partition of their week was missing',
        'They are slow to read. Creating the partitions moves them.',
        inShell('rastro partitions'),
      )
    },
  },
]
