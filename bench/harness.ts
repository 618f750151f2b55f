// What all benches share: medians, CPU time of processes, a readable table, and one line of JSON at the end.

import { readdirSync, readFileSync } from 'node:fs'

export interface Target {
  figure: string
  least?: number
  most?: number
}

export type Figures = Record<string, number>

export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Prints the table and the last line; the exit code says whether every target was reached. */
export function report(name: string, figures: Figures, targets: Target[]): void {
  const missed = targets.filter((target) => !isReached(figures, target))
  const width = Math.max(...Object.keys(figures).map((figure) => figure.length))
  console.log(`\n${name}`)
  for (const [figure, value] of Object.entries(figures)) {
    const target = targets.find((one) => one.figure === figure)
    const wanted = target
      ? `   target ${describe(target)} ${isReached(figures, target) ? 'reached' : 'MISSED'}`
      : ''
    console.log(`  ${figure.padEnd(width)}  ${readable(value).padStart(14)}${wanted}`)
  }
  const wanted = Object.fromEntries(targets.map((target) => [target.figure, describe(target)]))
  console.log(JSON.stringify({ name, figures, targets: wanted, pass: missed.length === 0 }))
  if (missed.length > 0) process.exitCode = 1
}

function isReached(figures: Figures, { figure, least, most }: Target): boolean {
  const value = figures[figure]
  if (value === undefined || Number.isNaN(value)) return false
  return (least === undefined || value >= least) && (most === undefined || value <= most)
}

function describe({ least, most }: Target): string {
  return [least === undefined ? '' : `≥ ${least}`, most === undefined ? '' : `≤ ${most}`]
    .filter(Boolean)
    .join(', ')
}

function readable(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return String(Math.round(value * 1_000) / 1_000)
}

const ticksPerSecond = 100

/** CPU seconds that a process and its living children have used. */
export function cpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0)
}

function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (
      (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / ticksPerSecond
    )
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}
