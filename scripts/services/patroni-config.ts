// The configuration of one Patroni node. JSON is valid YAML.

type PatroniConfig = {
  name: string
  /** PostgreSQL's data directory. */
  files: string
  bin: string
  dir: string
  ports: { postgres: number; rest: number }
  etcdPort: number
  secrets: Record<'superuser' | 'replication', string>
}

/** Patroni's defaults. A dead primary is replaced within ttl plus one loop. */
const times = { ttl: 30, loop_wait: 10, retry_timeout: 10 }

export function patroniConfig({ name, files, bin, dir, ports, etcdPort, secrets }: PatroniConfig): string {
  const parameters = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off',
    timezone: 'UTC',
    unix_socket_directories: '',
  }
  const hosts = '127.0.0.1/32'
  const config = {
    scope: 'rastro',
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...times,
        maximum_lag_on_failover: 1_048_576,
        // Strict: without a second copy nothing is committed.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { ...parameters, wal_log_hints: 'on' } },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${ports.postgres}`,
      data_dir: files,
      bin_dir: bin,
      pgpass: `${dir}/pgpass`,
      pg_hba: [`host replication replicator ${hosts} scram-sha-256`, `host all all ${hosts} scram-sha-256`],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      parameters,
    },
    // Production machines need a watchdog; an experiment does not.
    watchdog: { mode: 'off' },
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
