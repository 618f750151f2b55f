// Checks PostgreSQL settings for durability and maintenance.

import type { Advice, Check, DoctorContext } from './doctor.types.ts'
import { asSuperuser, fault, manually, ok, quoteName, restart, warning } from './findings.ts'
import { getServer, getSetting } from './postgres-facts.ts'

/** Corrects a setting at its source: role and database settings override the configuration file. */
async function adviseSetting(ctx: DoctorContext, name: string, value: string): Promise<Advice> {
  const { source } = await getSetting(ctx, name)
  const { role, database } = await getServer(ctx)
  if (source === 'user') return asSuperuser(`ALTER ROLE ${quoteName(role)} RESET ${name};`)
  if (source === 'database') return asSuperuser(`ALTER DATABASE ${quoteName(database)} RESET ${name};`)
  if (source === 'database user')
    return asSuperuser(`ALTER ROLE ${quoteName(role)} IN DATABASE ${quoteName(database)} RESET ${name};`)
  if (source === 'command line')
    return manually(`Remove "-c ${name}=…" from the command that starts PostgreSQL, and restart it.`)
  return asSuperuser(`ALTER SYSTEM SET ${name} = '${value}';`, 'SELECT pg_reload_conf();')
}

function mustBeOn(id: string, name: string, impact: string, more: { isStartupCheck?: true } = {}): Check {
  return {
    id,
    group: 'PostgreSQL',
    about: `\`${name}\` is off`,
    needs: 'database',
    ...more,
    async run(ctx) {
      const { setting } = await getSetting(ctx, name)
      if (setting === 'on') return ok(`${name} is on`)
      return fault(`${name} is ${setting}`, impact, await adviseSetting(ctx, name, 'on'))
    },
  }
}

export const settingChecks: Check[] = [
  mustBeOn('postgres.fsync', 'fsync', 'A power failure can destroy the database.', { isStartupCheck: true }),
  mustBeOn('postgres.full-page-writes', 'full_page_writes', 'A power failure can destroy the database.', {
    isStartupCheck: true,
  }),
  {
    id: 'postgres.data-checksums',
    group: 'PostgreSQL',
    about: 'data checksums are off',
    needs: 'database',
    isStartupCheck: true,
    async run(ctx) {
      const { setting } = await getSetting(ctx, 'data_checksums')
      if (setting === 'on') return ok('data checksums are on')
      return fault(
        `data checksums are ${setting}`,
        'Silent disk corruption is not detected.',
        manually(
          'Stop PostgreSQL, run "pg_checksums --enable -D <data directory>" as its user, and start it again.',
        ),
      )
    },
  },
  {
    id: 'postgres.synchronous-commit',
    group: 'PostgreSQL',
    about: '`synchronous_commit` is off',
    needs: 'database',
    isStartupCheck: true,
    async run(ctx) {
      const { setting } = await getSetting(ctx, 'synchronous_commit')
      if (setting !== 'off') return ok(`synchronous_commit is ${setting}`)
      return fault(
        'synchronous_commit is off',
        'A crash can lose acknowledged changes.',
        await adviseSetting(ctx, 'synchronous_commit', 'on'),
      )
    },
  },
  mustBeOn(
    'postgres.autovacuum',
    'autovacuum',
    'Tables and indexes bloat, and finally transaction ids run out and writes stop.',
  ),
  mustBeOn('postgres.track-counts', 'track_counts', 'Autovacuum has no statistics and does nothing.'),
  {
    id: 'postgres.idle-session-timeout',
    group: 'PostgreSQL',
    about: 'PostgreSQL closes idle sessions',
    needs: 'database',
    async run(ctx) {
      const { setting } = await getSetting(ctx, 'idle_session_timeout')
      if (Number(setting) === 0) return ok('idle sessions are kept open')
      return warning(
        `idle_session_timeout is ${setting} ms`,
        'Idle connections are closed, and calls that use them at that moment fail.',
        await adviseSetting(ctx, 'idle_session_timeout', '0'),
      )
    },
  },
  {
    id: 'postgres.wal-level',
    group: 'PostgreSQL',
    about: '`wal_level` is not `logical` in an installation with several cells',
    needs: 'database',
    async run(ctx) {
      if (ctx.config.cells.number === 0) return []
      const { setting } = await getSetting(ctx, 'wal_level')
      if (setting === 'logical') return ok('wal_level is logical')
      return warning(
        `wal_level is ${setting}`,
        'Accounts cannot be moved from this cell to another.',
        asSuperuser("ALTER SYSTEM SET wal_level = 'logical';"),
        restart('postgresql'),
      )
    },
  },
]
