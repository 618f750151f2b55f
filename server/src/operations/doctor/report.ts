// The report as text: one line for each passed check; message, impact and advice for each finding.

import type { Advice, Where } from './doctor.types.ts'
import { groups } from './doctor.types.ts'
import type { Examination, ReportedFinding } from './examine.ts'

const marks = { ok: '✓', warning: '!', fault: '✗' }

const headings: Record<Where, string> = {
  superuser: 'In the database, as a PostgreSQL superuser:',
  owner: 'In the database, as the owner of the tables (RASTRO_DATABASE_OWNER_URL):',
  shell: 'In a shell:',
  environment: 'In the environment of every Rastro process:',
  'nats.conf': 'In the configuration of nats-server:',
  jetstream: 'In the configuration of nats-server, inside its jetstream { … } block:',
  restart: 'Then:',
  manual: 'Manually:',
}

export interface Counts {
  faults: number
  warnings: number
  ok: number
  skipped: number
}

export function countFindings({ findings, skipped }: Examination): Counts {
  const of = (severity: ReportedFinding['severity']) =>
    findings.filter((one) => one.severity === severity).length
  return { faults: of('fault'), warnings: of('warning'), ok: of('ok'), skipped: skipped.length }
}

export function describeExamination(examination: Examination): string {
  const lines = groups.flatMap((group) => {
    const findings = examination.findings.filter((one) => one.group === group).flatMap(describeFinding)
    const byDependency = Map.groupBy(
      examination.skipped.filter((one) => one.group === group),
      ({ unavailable }) => unavailable,
    )
    const skipped = [...byDependency].map(
      ([name, { length }]) => `  · ${plural(length, 'check')} skipped: ${name} unavailable`,
    )
    return findings.length + skipped.length > 0 ? [group, ...findings, ...skipped, ''] : []
  })
  return [...lines, describeCounts(countFindings(examination))].join('\n')
}

function describeFinding({ severity, id, message, impact, advice }: ReportedFinding): string[] {
  if (severity === 'ok') return [`  ${marks.ok} ${message}`]
  return [`  ${marks[severity]} ${message}  [${id}]`, `      ${impact}`, ...advice.flatMap(describeAdvice)]
}

function describeAdvice({ where, lines }: Advice): string[] {
  return [`      ${headings[where]}`, ...lines.map((line) => `        ${line}`)]
}

function describeCounts({ faults, warnings, ok, skipped }: Counts): string {
  const rest = skipped > 0 ? `, ${plural(skipped, 'check')} skipped` : ''
  return `${plural(faults, 'fault')}, ${plural(warnings, 'warning')}, ${ok} ok${rest}.`
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
