// A private PostgreSQL with PostGIS on 127.0.0.1, in its own directory.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases, Role } from './databases.ts'
import { databasesOf, keepRoles, roleNames } from './databases.ts'
import { keepSecrets } from './files.ts'
import { withLock } from './lock.ts'
import { dropForeignLock, isAccepting, keepCluster } from './postgres-cluster.ts'
import { postgresHome } from './postgres-home.ts'
import type { Service } from './service.ts'
import { startService } from './service.ts'

export type PostgresOptions = {
  /** Absolute, and used by nothing else. */
  dir: string
  port?: number
  /** Settings of postgresql.conf that differ from the defaults below. Undefined leaves a setting to the files. */
  settings?: Record<string, string | undefined>
  /** Keeps running after the parent process exits. */
  detached?: boolean
  env?: Record<string, string>
}

export type Postgres = Omit<Service<'client'>, 'ports'> &
  Databases & {
    port: number
    /** Where its files are: the requested directory, or its substitute in /var/tmp (see postgres-home.ts). */
    dir: string
    url(role: Role, database: string): string
    /** Stops it and deletes all its data. */
    remove(): Promise<void>
  }

/** Fast shutdown: ends the sessions and writes everything out. */
export const postgresStopSignal = 'SIGINT'

const ourSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the path of a deep checkout exceeds the limit of a socket path
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  wal_level: 'logical', // accounts move between cells by logical replication
  wal_compression: 'lz4', // see deploy/postgresql/rastro.conf
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Starts it, or finds the one already running in this directory. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const home = postgresHome(options.dir)
  return withLock(home.dir, async () => {
    const passwords = keepSecrets(home.dir, ['superuser', 'owner', 'app', 'backup', 'eraser'])
    const { files, bin } = await keepCluster(home, passwords.superuser)
    const settings = Object.entries({ ...ourSettings, ...options.settings })

    const { ports, ...service } = await startService({
      name: 'PostgreSQL',
      dir: home.dir,
      ports: { client: options.port },
      prepare({ client }) {
        dropForeignLock(files)
        const given = settings.filter(([, value]) => value !== undefined)
        const flags = given.flatMap(([name, value]) => ['-c', `${name}=${value}`])
        const args = ['-D', files, '-p', String(client), ...flags]
        return { file: join(bin, 'postgres'), args, dir: home.dir, user: home.user, env: options.env }
      },
      isReady: (_, pid) => isAccepting(files, pid),
      // Orphans of a killed postmaster hold its shared memory until their current statement ends.
      passesByItself: (log) => log.includes('pre-existing shared memory block'),
      stopSignal: postgresStopSignal,
      onOurDeath: options.detached ? undefined : 'SIGQUIT', // ends the children too, unlike SIGKILL
    })

    const url = (role: Role, database: string) =>
      `postgresql://${roleNames[role]}:${passwords[role]}@127.0.0.1:${ports.client}/${encodeURIComponent(database)}`
    await keepRoles(url('superuser', 'postgres'), passwords)

    return {
      ...service,
      ...databasesOf((database) => url('superuser', database)),
      port: ports.client,
      dir: home.dir,
      url,
      async remove() {
        await service.stop()
        for (const dir of [home.dir, options.dir]) rmSync(dir, { recursive: true, force: true })
      },
    }
  })
}
