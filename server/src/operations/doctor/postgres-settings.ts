// Whether what PostgreSQL acknowledges is still there after a power cut, and whether it keeps house.

import type { Advice, Check, Patient } from './doctor.types.ts'
import { asSuperuser, byPerson, fault, named, ok, restart, warning } from './findings.ts'
import { askServer, askSetting } from './postgres-facts.ts'

/** A setting is put right where it was put wrong: what a role or a database says outdoes any file. */
async function adviseSetting(patient: Patient, name: string, value: string): Promise<Advice> {
  const { source } = await askSetting(patient, name)
  const { role, database } = await askServer(patient)
  if (source === 'user') return asSuperuser(`ALTER ROLE ${named(role)} RESET ${name};`)
  if (source === 'database') return asSuperuser(`ALTER DATABASE ${named(database)} RESET ${name};`)
  if (source === 'database user')
    return asSuperuser(`ALTER ROLE ${named(role)} IN DATABASE ${named(database)} RESET ${name};`)
  if (source === 'command line')
    return byPerson(`Take "-c ${name}=…" out of the command that starts PostgreSQL, and restart it.`)
  return asSuperuser(`ALTER SYSTEM SET ${name} = '${value}';`, 'SELECT pg_reload_conf();')
}

function mustBeOn(id: string, name: string, follows: string, more: { isGuard?: true } = {}): Check {
  return {
    id,
    group: 'PostgreSQL',
    about: `\`${name}\` is off`,
    needs: 'database',
    ...more,
    async look(patient) {
      const { setting } = await askSetting(patient, name)
      if (setting === 'on') return ok(`${name} is on`)
      return fault(`${name} is ${setting}`, follows, await adviseSetting(patient, name, 'on'))
    },
  }
}

export const settingChecks: Check[] = [
  mustBeOn('postgres.fsync', 'fsync', 'A power cut destroys the database.', { isGuard: true }),
  mustBeOn('postgres.full-page-writes', 'full_page_writes', 'A power cut destroys the database.', {
    isGuard: true,
  }),
  {
    id: 'postgres.data-checksums',
    group: 'PostgreSQL',
    about: 'data checksums are off',
    needs: 'database',
    isGuard: true,
    async look(patient) {
      const { setting } = await askSetting(patient, 'data_checksums')
      if (setting === 'on') return ok('data checksums are on')
      return fault(
        `data checksums are ${setting}`,
        'What a disk corrupts in silence goes unseen.',
        byPerson(
          'Stop PostgreSQL, run "pg_checksums --enable -D <data directory>" as its user, start it again.',
        ),
      )
    },
  },
  {
    id: 'postgres.synchronous-commit',
    group: 'PostgreSQL',
    about: '`synchronous_commit` is off',
    needs: 'database',
    isGuard: true,
    async look(patient) {
      const { setting } = await askSetting(patient, 'synchronous_commit')
      if (setting !== 'off') return ok(`synchronous_commit is ${setting}`)
      return fault(
        'synchronous_commit is off',
        'What was acknowledged can vanish at a crash.',
        await adviseSetting(patient, 'synchronous_commit', 'on'),
      )
    },
  },
  mustBeOn(
    'postgres.autovacuum',
    'autovacuum',
    'Tables and indexes grow until everything is slow, and then stop.',
  ),
  mustBeOn('postgres.track-counts', 'track_counts', 'Autovacuum does not know what to do, and does nothing.'),
  {
    id: 'postgres.idle-session-timeout',
    group: 'PostgreSQL',
    about: 'PostgreSQL ends sessions that rest',
    needs: 'database',
    async look(patient) {
      const { setting } = await askSetting(patient, 'idle_session_timeout')
      if (Number(setting) === 0) return ok('sessions that rest are left alone')
      return warning(
        `idle_session_timeout is ${setting} ms`,
        'Lines that rest are cut, and calls fail that come just then.',
        await adviseSetting(patient, 'idle_session_timeout', '0'),
      )
    },
  },
  {
    id: 'postgres.wal-level',
    group: 'PostgreSQL',
    about: '`wal_level` is not `logical`, where there are several cells',
    needs: 'database',
    async look(patient) {
      if (patient.config.cells.number === 0) return []
      const { setting } = await askSetting(patient, 'wal_level')
      if (setting === 'logical') return ok('wal_level is logical')
      return warning(
        `wal_level is ${setting}`,
        'No account can be moved from this cell to another.',
        asSuperuser("ALTER SYSTEM SET wal_level = 'logical';"),
        restart('postgresql'),
      )
    },
  },
]
