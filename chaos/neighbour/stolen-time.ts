// The part of the processor time that other virtual machines of the host took. Nothing in this machine can give it
// back, so a run with much of it measures the host.

import { readFileSync } from 'node:fs'

export interface CpuTimes {
  stolen: number
  total: number
}

/** From the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function readCpuTimes(): CpuTimes {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { stolen: times[7] ?? 0, total: times.reduce((sum, time) => sum + time, 0) }
}

export function stolenShare(from: CpuTimes, to: CpuTimes): number {
  return (to.stolen - from.stolen) / Math.max(1, to.total - from.total)
}
