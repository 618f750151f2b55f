// The machine of a measurement, in one line.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { getNatsServer, getPostgresInstalls } from '../services/binaries.ts'

export function describeMachine(): string {
  const [newest] = getPostgresInstalls()
  return [
    `${cpus().length} cores (${cpus()[0]!.model.replace(/\s+/g, ' ').trim()})`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${nameOfSystem()} with Linux ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${versionIn(join(newest!.bin, 'postgres'))}`,
    `nats-server ${versionIn(getNatsServer())}`,
  ].join(', ')
}

/** The load before the run: 0 is idle, 2 is two busy cores. */
export function loadBefore(): number {
  return Math.round(loadavg()[0]! * 10) / 10
}

function nameOfSystem(): string {
  return /^PRETTY_NAME="([^"]*)"/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown'
}

function versionIn(program: string): string {
  return /\d+\.\d+(\.\d+)?/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? 'unknown'
}
