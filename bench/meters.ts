// What processes spend: CPU seconds, bytes through their sockets and pipes, bytes to disk. For each process apart.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { childrenOf, cpuSeconds } from './harness.ts'
import type { Installation, Served } from './installation.ts'

export interface Spent {
  cpuSeconds: number
  /** Read and written by system calls: sockets, mostly. PostgreSQL's sockets do not show here. */
  readBytes: number
  writtenBytes: number
  /** What reached the disk. */
  diskBytes: number
}

export type Meter = () => Record<string, Spent>

/** Reads what each process has spent so far; the difference of two readings is what a measurement cost. */
export function meterOf({ engines }: Installation, processes: Record<string, Pick<Served, 'pid'>>): Meter {
  const pids = {
    ...Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid])),
    nats: engines.nats.pid()!,
    postgres: engines.postgres.pid()!,
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
    // It ended meanwhile.
    return {}
  }
}

/** Bytes of write-ahead log that PostgreSQL has written. */
export async function walBytes({ engines }: Installation): Promise<number> {
  const client = new pg.Client({ connectionString: engines.postgres.url('superuser', 'rastro') })
  await client.connect()
  const { rows } = await client.query('select wal_bytes::float8 as bytes from pg_stat_wal')
  await client.end()
  return rows[0].bytes
}
