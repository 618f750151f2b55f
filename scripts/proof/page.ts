// The tables of docs/proof.md, each between two marks of the page.

import { markdownTable } from '../../server/src/platform/observability/markdown-table.ts'
import { inWords, meets, missed, readable } from './report.ts'
import type { Result } from './results.ts'

const marked = /<!-- (bars of all|figures of ([a-z-]+)) -->[\s\S]*?<!-- until here -->/g

export function withFigures(page: string, results: Result[]): string {
  return page.replace(marked, (_, mark: string, name: string | undefined) => {
    const result = results.find((one) => one.name === name)
    const table = name === undefined ? overview(results) : result ? describe(result) : 'Not measured yet.'
    return `<!-- ${mark} -->\n\n${table}\n\n<!-- until here -->`
  })
}

/** Every run with targets, and the targets it missed. */
function overview(results: Result[]): string {
  const judged = results.filter(({ name, targets }) => name !== 'all' && Object.keys(targets).length > 0)
  const rows = judged.map((result) => {
    const { name, figures, targets, startedAt } = result
    const short = missed(result)
    const bars = Object.keys(targets).length
    const shortBy = short.map(
      (figure) => `${figure}: ${readable(figures[figure]!)}, bar ${inWords(targets[figure]!)}`,
    )
    return [name, `${bars - short.length} of ${bars}`, shortBy.join('; '), startedAt.slice(0, 10)]
  })
  return markdownTable([['run', 'bars kept', 'missed', 'measured on'], ...rows])
}

function describe({ figures, targets, command, startedAt, seconds, machine, load }: Result): string {
  const rows = Object.entries(figures).map(([figure, value]) => {
    const target = targets[figure]
    const verdict = target ? [inWords(target), meets(value, target) ? 'kept' : '**missed**'] : ['', '']
    return [figure, readable(value), ...verdict]
  })
  const when = startedAt.slice(0, 16).replace('T', ' ')
  return [
    markdownTable([['figure', 'measured', 'bar', ''], ...rows]),
    `\`${command}\`, ${when} UTC, ${duration(seconds)}, load before ${load}. ${machine}.`,
  ].join('\n\n')
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
