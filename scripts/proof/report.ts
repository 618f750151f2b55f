// The result of a run: a table for people, then one line of JSON for programs. Used by benches, chaos and checks.

export type Figures = Record<string, number | string | boolean>
/** The limit for a figure. */
export type Target = { is: number | boolean | string } | { atLeast: number } | { atMost: number }
export type Targets = Record<string, Target>

export interface Report {
  figures: Figures
  targets: Targets
}

/** The exit code is 0 if every target was met. */
export function report(name: string, figures: Figures, targets: Targets): void {
  const pass = missed({ figures, targets }).length === 0
  console.log(`\n${name}\n${tableOf({ figures, targets })}\n`)
  console.log(JSON.stringify({ name, figures, targets, pass }))
  if (!pass) process.exitCode = 1
}

export function missed({ figures, targets }: Report): string[] {
  return Object.keys(targets).filter((name) => !meets(figures[name], targets[name]!))
}

export function meets(figure: Figures[string] | undefined, target: Target): boolean {
  if ('is' in target) return figure === target.is
  if (typeof figure !== 'number' || Number.isNaN(figure)) return false
  return !('atLeast' in target && figure < target.atLeast) && !('atMost' in target && figure > target.atMost)
}

export function inWords(target: Target): string {
  if ('is' in target) return `= ${target.is}`
  const least = 'atLeast' in target ? [`≥ ${target.atLeast}`] : []
  const most = 'atMost' in target ? [`≤ ${target.atMost}`] : []
  return [...least, ...most].join(', ')
}

function tableOf({ figures, targets }: Report): string {
  const rows = Object.entries(figures).map(([name, figure]) => {
    const target = targets[name]
    const verdict = target ? (meets(figure, target) ? 'reached' : 'MISSED') : ''
    return [name, readable(figure), target ? inWords(target) : '', verdict] as const
  })
  const widthOf = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length))
  const [names, figuresWidth, targetsWidth] = [widthOf(0), widthOf(1), widthOf(2)]
  return rows
    .map(([name, figure, target, verdict]) =>
      `  ${name.padEnd(names)}  ${figure.padStart(figuresWidth)}   ${target.padEnd(targetsWidth)}  ${verdict}`.trimEnd(),
    )
    .join('\n')
}

export function readable(figure: Figures[string]): string {
  if (typeof figure !== 'number') return String(figure)
  if (Math.abs(figure) >= 1_000) return Math.round(figure).toLocaleString('en')
  return String(Number(figure.toPrecision(3)))
}
