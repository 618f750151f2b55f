// Which attacks run together, and for how long; and what became of their calls.

import type { Random } from '../../simulator/src/random.ts'

/** What the server made of a call. */
export type Outcome = 'accepted' | 'refused' | 'unanswered'

export interface Counts {
  made: number
  accepted: number
  refused: number
  unanswered: number
}

export const attacksAtOnce = 4
const minWaveSeconds = 6

export const noCounts = (): Counts => ({ made: 0, accepted: 0, refused: 0, unanswered: 0 })

export interface Plan {
  waves: string[][]
  waveSeconds: number
}

/**
 * Every attack in as many waves as the time allows, each time in other company. If the time is too short for all, the
 * first ones of the list: it is ordered by harm.
 */
export function planWaves(names: readonly string[], seconds: number, random: Random): Plan {
  const count = Math.max(1, Math.floor(seconds / minWaveSeconds))
  const perRound = Math.ceil(names.length / attacksAtOnce)
  if (count < perRound) {
    const chosen = names.slice(0, count * attacksAtOnce)
    return { waves: inWaves(shuffled(chosen, random)), waveSeconds: seconds / count }
  }
  const rounds = Math.max(1, Math.floor(seconds / (perRound * 4 * minWaveSeconds)))
  const waves = Array.from({ length: rounds }, () => inWaves(shuffled(names, random))).flat()
  return { waves, waveSeconds: seconds / waves.length }
}

function inWaves(names: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / attacksAtOnce) }, (_, index) =>
    names.slice(index * attacksAtOnce, (index + 1) * attacksAtOnce),
  )
}

function shuffled(names: readonly string[], random: Random): string[] {
  return names
    .map((name) => [random.next(), name] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, name]) => name)
}

export function tableOfCounts(counts: ReadonlyMap<string, Counts>): string {
  const rows = [...counts].map(([name, { made, accepted, refused, unanswered }]) =>
    [name, made, accepted, refused, unanswered].map(String),
  )
  return alignedTable([['attack', 'calls', 'accepted', 'refused', 'unanswered'], ...rows])
}

/** The first column to the left, the others to the right. */
export function alignedTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const aligned = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)
  return rows.map((row) => `  ${row.map(aligned).join('  ').trimEnd()}`).join('\n')
}
