// Whether the database has the tables of this version, guarded, whole, and with room for the weeks that come.

import { reviewStore } from '../../features/recorder/store-health.api.ts'
import * as jobs from '../../platform/jobs/jobs.queries.ts'
import { hasJobs } from '../../platform/jobs/jobs.queries.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import { listMigrations } from '../migrate/migrate.ts'
import * as migrations from '../migrate/schema-age.queries.ts'
import type { Check } from './doctor.types.ts'
import { askOnce, asOwner, byPerson, fault, inShell, ok, warning } from './findings.ts'
import * as queries from './schema.queries.ts'

const migrate = inShell('rastro migrate')
const askStore = askOnce(reviewStore)

export const schemaChecks: Check[] = [
  {
    id: 'schema.migrations',
    group: 'schema',
    about: 'the schema is behind or ahead of the code, or an applied migration was changed',
    needs: 'database',
    async look({ db }) {
      const may = await migrations.mayReadMigrations(db.directory)
      if (may === 'missing') return fault('the database has no tables yet', 'Nothing starts.', migrate)
      if (may === 'no')
        return fault(
          'the role may not read which migrations were applied',
          'Whether the schema fits is not known.',
          migrate,
        )
      const applied = new Map(
        (await migrations.listApplied(db.directory)).map((one) => [one.name, one.checksum]),
      )
      const wanted = await listMigrations()
      const pending = wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
      const changed = wanted.filter(
        ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
      )
      const known = new Set(wanted.map(({ name }) => name))
      const ahead = [...applied.keys()].filter((name) => !known.has(name))
      return [
        ...(pending.length > 0
          ? fault(
              `not applied yet: ${pending.join(', ')}`,
              'This version fails where it needs them.',
              migrate,
            )
          : []),
        ...changed.flatMap(({ name }) =>
          fault(
            `${name} was changed after it was applied`,
            'The database is not what the code believes, and nothing can be migrated.',
            byPerson(`Put the file back as it was: git checkout server/migrations/${name}`),
          ),
        ),
        ...(ahead.length > 0
          ? warning(
              `the database has ${ahead.join(', ')}, which this version does not know`,
              'This version works on the schema of the next release, and no further.',
              byPerson('Finish the upgrade: run the version that migrated the database.'),
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
    about: 'the queues of jobs are missing',
    needs: 'tables',
    async look({ db }) {
      if (!(await hasJobs(db.directory)))
        return fault('there are no queues of jobs, or the role may not use them', 'Nothing starts.', migrate)
      const { missing } = await jobs.findJobs(
        db.directory,
        jobKinds.map(({ name }) => name),
      )
      if (missing.length === 0) return ok(`all ${jobKinds.length} queues of jobs are there`)
      return fault(
        `without a queue: ${missing.join(', ')}`,
        'Such jobs cannot be made, and what makes them fails.',
        migrate,
      )
    },
  },
  {
    id: 'schema.row-security',
    group: 'schema',
    about: "a table or partition with customers' rows does not force row-level security",
    needs: 'tables',
    isGuard: true,
    async look({ db }) {
      const tables = await queries.listUnguarded(db.directory)
      if (tables.length === 0) return ok('every table and partition of accounts forces row-level security')
      return fault(
        `without forced row-level security: ${tables.join(', ')}`,
        'Accounts are not kept apart there.',
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
    about: 'an index is broken',
    needs: 'tables',
    async look({ db }) {
      const indexes = await queries.listBrokenIndexes(db.directory)
      if (indexes.length === 0) return ok('every index is whole')
      return fault(
        `broken: ${indexes.join(', ')}`,
        'It costs at every change and helps nobody, and what it should keep unique is not.',
        asOwner(...indexes.map((index) => `REINDEX INDEX CONCURRENTLY ${index};`)),
      )
    },
  },
  {
    id: 'schema.partitions',
    group: 'schema',
    about: 'partitions of this week or the coming ones are missing',
    needs: 'tables',
    async look(patient) {
      const { missingWeeks } = await askStore(patient)
      if (missingWeeks.length === 0) return ok('the partitions of the coming two weeks are there')
      return fault(
        `missing: ${missingWeeks.join(', ')}`,
        'Locations of these weeks gather in one table that is never dropped, and become slow.',
        inShell('rastro partitions'),
      )
    },
  },
  {
    id: 'schema.default-partition',
    group: 'schema',
    about: 'locations stand in a default partition',
    needs: 'tables',
    async look(patient) {
      const { hasUnplaced } = await askStore(patient)
      if (!hasUnplaced) return ok('no location is outside of its week')
      return warning(
        'locations stand in the default partition, because their week had none when they came',
        'They are slow to read. Making partitions moves them.',
        inShell('rastro partitions'),
      )
    },
  },
]
