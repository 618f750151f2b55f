// The stored results: the newest run of each name.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from './report.ts'

/** The last line of a bench or a chaos test. */
export interface Finding extends Report {
  name: string
  pass: boolean
}

export interface Result extends Finding {
  command: string
  startedAt: string
  seconds: number
  machine: string
  load: number
}

const file = new URL('../../docs/proof.json', import.meta.url)

export function readResults(): Result[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Result[]
}

export function keepResult(result: Result): void {
  const others = readResults().filter(({ name }) => name !== result.name)
  const all = [...others, result].toSorted((left, right) => (left.name < right.name ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}

/** Undefined for any other line. */
export function readFinding(line: string): Finding | undefined {
  return line.startsWith('{"name"') ? (JSON.parse(line) as Finding) : undefined
}
