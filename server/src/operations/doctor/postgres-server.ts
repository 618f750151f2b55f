// Checks that PostgreSQL is reachable, has the right version and extensions, and allows enough connections.

import { firstServerOf } from '../../platform/db/database-url.ts'
import { roles } from '../../roles/roles.ts'
import type { Advice, Check, DoctorContext } from './doctor.types.ts'
import { asSuperuser, fault, inShell, manually, ok, quoteName, restart } from './findings.ts'
import { getServer, getSetting } from './postgres-facts.ts'
import type { Failure } from './reach.ts'
import { checkDatabase } from './reach.ts'

const minVersion = 15
const extensions = ['postgis', 'pg_trgm', 'btree_gist']
/** Besides its pool, each process uses one connection for jobs; the notifier uses four. */
const jobConnections = 1
const extraNotifierConnections = 3

/** By error code: SQLSTATE or errno. */
function adviseFailure({ config }: DoctorContext, { code }: Failure): Advice {
  const { hostname, pathname, username } = firstServerOf(config.db.databaseUrl)
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  if (code === '3D000') return asSuperuser(`CREATE DATABASE ${quoteName(database)} OWNER rastro_owner;`)
  if (code === '28P01' || code === '28000')
    return manually(
      `Compare the password in RASTRO_DATABASE_URL with that of the role ${role}. As a superuser, in psql: \\password ${role}`,
    )
  if (code === '53300')
    return manually('Close unneeded connections. List them with: select * from pg_stat_activity;')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return manually(
      `The host name ${hostname} in RASTRO_DATABASE_URL does not resolve. Correct the setting or the DNS.`,
    )
  return inShell('sudo systemctl start postgresql', '# in a checkout: npm run services -- start')
}

/** Connections of all processes of one `rastro serve`. */
function connectionsNeeded({ config }: DoctorContext): number {
  const serving = roles.filter((role) => role !== 'mqtt' || config.gateway.mqttUrl)
  return serving.length * (config.db.poolSize + jobConnections) + extraNotifierConnections
}

export const serverChecks: Check[] = [
  {
    id: 'postgres.reachable',
    group: 'PostgreSQL',
    about: 'PostgreSQL is unreachable, or the database does not exist',
    async run(ctx) {
      const failure = await checkDatabase(ctx)
      if (!failure) return ok('PostgreSQL is reachable')
      // configuration.invalid reports it.
      if (!ctx.config.db.databaseUrl) return []
      return fault(
        `PostgreSQL is unreachable: ${failure.message || failure.code}`,
        'Locations are buffered in the log until it is full. Nothing is stored, and users cannot sign in.',
        adviseFailure(ctx, failure),
      )
    },
  },
  {
    id: 'postgres.version',
    group: 'PostgreSQL',
    about: 'PostgreSQL is older than 15',
    needs: 'database',
    async run(ctx) {
      const { versionNumber, version } = await getServer(ctx)
      if (versionNumber >= minVersion * 10_000) return ok(`PostgreSQL is ${version}`)
      return fault(
        `PostgreSQL is ${version}`,
        `Rastro requires ${minVersion} or newer: older versions do not apply row-level security to views.`,
        manually(`Upgrade PostgreSQL to ${minVersion} or newer with pg_upgrade.`),
      )
    },
  },
  {
    id: 'postgres.encoding',
    group: 'PostgreSQL',
    about: 'the database encoding is not UTF-8',
    needs: 'database',
    async run(ctx) {
      const { encoding } = await getServer(ctx)
      if (encoding === 'UTF8') return ok('the database encoding is UTF-8')
      return fault(
        `the database encoding is ${encoding}`,
        'Names in other scripts are rejected.',
        manually(
          'Create a database with "ENCODING \'UTF8\' TEMPLATE template0" and restore a backup into it.',
        ),
      )
    },
  },
  {
    id: 'postgres.extensions',
    group: 'PostgreSQL',
    about: 'PostGIS or another extension is missing',
    needs: 'database',
    async run(ctx) {
      const { extensions: there } = await getServer(ctx)
      const missing = extensions.filter((one) => !there.includes(one))
      if (missing.length === 0) return ok(`${extensions.join(', ')} are installed`)
      return fault(
        `missing extensions: ${missing.join(', ')}`,
        'Migrations and queries on geofences or names fail.',
        asSuperuser(...missing.map((one) => `CREATE EXTENSION IF NOT EXISTS ${one};`)),
      )
    },
  },
  {
    id: 'postgres.connections',
    group: 'PostgreSQL',
    about: 'PostgreSQL allows fewer connections than our processes open',
    needs: 'database',
    async run(ctx) {
      const server = await getServer(ctx)
      const needed = connectionsNeeded(ctx)
      const max = Number((await getSetting(ctx, 'max_connections')).setting)
      const reserved = Number((await getSetting(ctx, 'superuser_reserved_connections')).setting)
      const impact = 'Under load, calls fail with "too many connections".'
      const atOnce = `, but one "rastro serve" opens up to ${needed}`
      if (server.roleConnections >= 0 && server.roleConnections < needed)
        return fault(
          `the role ${server.role} is limited to ${server.roleConnections} connections${atOnce}`,
          impact,
          asSuperuser(`ALTER ROLE ${quoteName(server.role)} CONNECTION LIMIT -1;`),
        )
      if (server.databaseConnections >= 0 && server.databaseConnections < needed)
        return fault(
          `the database ${server.database} is limited to ${server.databaseConnections} connections${atOnce}`,
          impact,
          asSuperuser(`ALTER DATABASE ${quoteName(server.database)} CONNECTION LIMIT -1;`),
        )
      if (max - reserved < needed)
        return fault(
          `PostgreSQL is limited to ${max - reserved} connections${atOnce}`,
          impact,
          asSuperuser(`ALTER SYSTEM SET max_connections = ${2 * needed};`),
          restart('postgresql'),
        )
      return ok(`${max - reserved} connections are allowed; one "rastro serve" opens up to ${needed}`)
    },
  },
]
