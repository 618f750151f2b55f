// What an experiment found, for people as a table and for programs as one line of JSON.

export type Figures = Record<string, number | string | boolean>
/** What a figure must keep to. */
export type Target = { atMost: number } | { atLeast: number } | { is: number | boolean | string }
export type Targets = Record<string, Target>

export interface Report {
  figures: Figures
  targets: Targets
}

export function meets(figure: Figures[string] | undefined, target: Target): boolean {
  if ('is' in target) return figure === target.is
  if (typeof figure !== 'number' || Number.isNaN(figure)) return false
  return 'atMost' in target ? figure <= target.atMost : figure >= target.atLeast
}

export function missed({ figures, targets }: Report): string[] {
  return Object.keys(targets).filter((name) => !meets(figures[name], targets[name]!))
}

export function tableOf({ figures, targets }: Report): string {
  const rows = Object.entries(figures).map(([name, figure]) => {
    const target = targets[name]
    return [name, String(figure), target ? wordsOf(target) : '', verdictOf(figure, target)]
  })
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([name, figure, target, verdict]) => {
      const cells = [name!.padEnd(widths[0]!), figure!.padStart(widths[1]!), target!.padEnd(widths[2]!)]
      return `${cells.join('   ')}   ${verdict}`.trimEnd()
    })
    .join('\n')
}

export function lineOf(name: string, report: Report): string {
  return JSON.stringify({ name, ...report, pass: missed(report).length === 0 })
}

function wordsOf(target: Target): string {
  if ('is' in target) return `= ${target.is}`
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
}

function verdictOf(figure: Figures[string], target: Target | undefined): string {
  if (!target) return ''
  return meets(figure, target) ? 'ok' : 'MISSED'
}
