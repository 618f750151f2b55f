// Resource usage per process: CPU seconds, bytes through sockets and pipes, bytes to disk.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { childrenOf, cpuSeconds } from './harness.ts'
import type { Installation, Served } from './installation.ts'

export interface Spent {
  cpuSeconds: number
  /** Through system calls: mostly sockets. PostgreSQL's sockets are not included. */
  readBytes: number
  writtenBytes: number
  /** Bytes written to disk. */
  diskBytes: number
}

export type Meter = () => Record<string, Spent>

/** Reads the usage of each process so far; the difference of two readings is the cost of a measurement. */
export function meterOf({ services }: Installation, processes: Record<string, Pick<Served, 'pid'>>): Meter {
  const pids = {
    ...Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid])),
    nats: services.nats.pid()!,
    postgres: services.postgres.pid()!,
  }
  return () => Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, spentBy(pid)]))
}

export function spentBy(pid: number): Spent {
  const all = [pid, ...childrenOf(pid)].map(readIo)
  const sum = (field: string) => all.reduce((total, one) => total + (one[field] ?? 0), 0)
  return {
    cpuSeconds: cpuSeconds(pid),
    readBytes: sum('rchar'),
    writtenBytes: sum('wchar'),
    diskBytes: sum('write_bytes'),
  }
}

export function difference(after: Spent, before: Spent): Spent {
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    readBytes: after.readBytes - before.readBytes,
    writtenBytes: after.writtenBytes - before.writtenBytes,
    diskBytes: after.diskBytes - before.diskBytes,
  }
}

function readIo(pid: number): Record<string, number> {
  try {
    const lines = readFileSync(`/proc/${pid}/io`, 'utf8').trim().split('\n')
    return Object.fromEntries(
      lines.map((line) => line.split(': ')).map(([name, value]) => [name, Number(value)]),
    )
  } catch {
    // The process exited meanwhile.
    return {}
  }
}

/** Bytes of WAL that PostgreSQL has written. */
export async function walBytes({ services }: Installation): Promise<number> {
  const client = new pg.Client({ connectionString: services.postgres.url('superuser', 'rastro') })
  await client.connect()
  const { rows } = await client.query('select wal_bytes::float8 as bytes from pg_stat_wal')
  await client.end()
  return rows[0].bytes
}
