// The errors of a file: all counted, the first ones listed.

import type { Printing } from '../output.ts'

const maxNamed = 50

export interface Faults {
  add(where: string, message: string): void
  readonly total: number
  readonly named: readonly { where: string; message: string }[]
}

export function createFaults(): Faults {
  const named: { where: string; message: string }[] = []
  let total = 0
  return {
    add(where, message) {
      total += 1
      if (named.length < maxNamed) named.push({ where, message })
    },
    get total() {
      return total
    },
    named,
  }
}

/** To standard error, so that the result stays clean. JSON output includes them. */
export function printFaults({ json }: Printing, { total, named }: Faults): void {
  if (json || total === 0) return
  for (const { where, message } of named) process.stderr.write(`${where}: ${message}\n`)
  if (total > named.length) process.stderr.write(`… and ${total - named.length} more\n`)
}
