// Whether PostgreSQL is there, is the right one, and has room for our lines.

import { firstServerOf } from '../../platform/db/database-url.ts'
import { roles } from '../../roles/roles.ts'
import type { Advice, Check, Patient } from './doctor.types.ts'
import { asSuperuser, byPerson, fault, inShell, named, ok, restart } from './findings.ts'
import { askServer, askSetting } from './postgres-facts.ts'
import type { Miss } from './reach.ts'
import { reachDatabase } from './reach.ts'

const oldestVersion = 15
const extensions = ['postgis', 'pg_trgm', 'btree_gist']
/** Beside its pool: each process makes jobs on one line, the notifier works on them with four. */
const lineOfJobs = 1
const moreLinesOfNotifier = 3

/** By what PostgreSQL or the socket said (SQLSTATE, or errno). */
function adviseMiss({ config }: Patient, { code }: Miss): Advice {
  const { hostname, pathname, username } = firstServerOf(config.db.databaseUrl)
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  if (code === '3D000') return asSuperuser(`CREATE DATABASE ${named(database)} OWNER rastro_owner;`)
  if (code === '28P01' || code === '28000')
    return byPerson(
      `Compare the password in RASTRO_DATABASE_URL with that of the role ${role}. As a superuser, in psql: \\password ${role}`,
    )
  if (code === '53300')
    return byPerson('Stop what holds connections without need: select * from pg_stat_activity;')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return byPerson(
      `Nobody knows the name ${hostname} in RASTRO_DATABASE_URL: correct it there, or in the DNS.`,
    )
  return inShell('sudo systemctl start postgresql', '# in a checkout: npm run services -- start')
}

/** What all processes of one `rastro serve` may open at once. */
function linesNeeded({ config }: Patient): number {
  const serving = roles.filter((role) => role !== 'mqtt' || config.gateway.mqttUrl)
  return serving.length * (config.db.poolSize + lineOfJobs) + moreLinesOfNotifier
}

export const serverChecks: Check[] = [
  {
    id: 'postgres.reachable',
    group: 'PostgreSQL',
    about: 'PostgreSQL does not answer, or has no such database',
    async look(patient) {
      const miss = await reachDatabase(patient)
      if (!miss) return ok('PostgreSQL answers')
      // The fault of the configuration says it already.
      if (!patient.config.db.databaseUrl) return []
      return fault(
        `PostgreSQL does not answer: ${miss.message || miss.code}`,
        'Trackers are heard while the log has room; nothing is stored, and nobody can sign in.',
        adviseMiss(patient, miss),
      )
    },
  },
  {
    id: 'postgres.version',
    group: 'PostgreSQL',
    about: 'PostgreSQL is older than 15',
    needs: 'database',
    async look(patient) {
      const { versionNumber, version } = await askServer(patient)
      if (versionNumber >= oldestVersion * 10_000) return ok(`PostgreSQL is ${version}`)
      return fault(
        `PostgreSQL is ${version}`,
        `Rastro needs ${oldestVersion} or newer: older ones cannot hold views to row-level security.`,
        byPerson(`Bring PostgreSQL to ${oldestVersion} or newer with pg_upgrade.`),
      )
    },
  },
  {
    id: 'postgres.encoding',
    group: 'PostgreSQL',
    about: 'the database is not in UTF-8',
    needs: 'database',
    async look(patient) {
      const { encoding } = await askServer(patient)
      if (encoding === 'UTF8') return ok('texts are in UTF-8')
      return fault(
        `the database is in ${encoding}`,
        'Names in other scripts are refused.',
        byPerson(
          'Make a database with "ENCODING \'UTF8\' TEMPLATE template0", and restore a backup into it.',
        ),
      )
    },
  },
  {
    id: 'postgres.extensions',
    group: 'PostgreSQL',
    about: 'PostGIS or another extension is missing',
    needs: 'database',
    async look(patient) {
      const { extensions: there } = await askServer(patient)
      const missing = extensions.filter((one) => !there.includes(one))
      if (missing.length === 0) return ok(`${extensions.join(', ')} are there`)
      return fault(
        `missing in the database: ${missing.join(', ')}`,
        'Migrations fail, and so does every question about areas or names.',
        asSuperuser(...missing.map((one) => `CREATE EXTENSION IF NOT EXISTS ${one};`)),
      )
    },
  },
  {
    id: 'postgres.connections',
    group: 'PostgreSQL',
    about: 'fewer connections are allowed than our processes open',
    needs: 'database',
    async look(patient) {
      const server = await askServer(patient)
      const needed = linesNeeded(patient)
      const most = Number((await askSetting(patient, 'max_connections')).setting)
      const reserved = Number((await askSetting(patient, 'superuser_reserved_connections')).setting)
      const follows = 'Under load calls fail with "too many connections".'
      const atOnce = `, but one "rastro serve" opens up to ${needed}`
      if (server.roleConnections >= 0 && server.roleConnections < needed)
        return fault(
          `the role ${server.role} may have ${server.roleConnections} connections${atOnce}`,
          follows,
          asSuperuser(`ALTER ROLE ${named(server.role)} CONNECTION LIMIT -1;`),
        )
      if (server.databaseConnections >= 0 && server.databaseConnections < needed)
        return fault(
          `the database ${server.database} takes ${server.databaseConnections} connections${atOnce}`,
          follows,
          asSuperuser(`ALTER DATABASE ${named(server.database)} CONNECTION LIMIT -1;`),
        )
      if (most - reserved < needed)
        return fault(
          `PostgreSQL takes ${most - reserved} connections${atOnce}`,
          follows,
          asSuperuser(`ALTER SYSTEM SET max_connections = ${2 * needed};`),
          restart('postgresql'),
        )
      return ok(`room for ${most - reserved} connections; one "rastro serve" opens up to ${needed}`)
    },
  },
]
