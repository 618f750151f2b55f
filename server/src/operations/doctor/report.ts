// The examination in words: what is well in one line, what is not with what follows and what to do.

import type { Advice, Place } from './doctor.types.ts'
import { groups } from './doctor.types.ts'
import type { Examination, Told } from './examine.ts'

const marks = { ok: '✓', warning: '!', fault: '✗' }

const places: Record<Place, string> = {
  superuser: 'As a superuser of PostgreSQL, in the database:',
  owner: 'As the owner of the tables (RASTRO_DATABASE_OWNER_URL), in the database:',
  shell: 'In a shell:',
  environment: 'In the environment of every process of Rastro:',
  'nats.conf': 'In the configuration of nats-server:',
  jetstream: 'In the configuration of nats-server, inside its block jetstream { … }:',
  restart: 'Then:',
  person: 'By hand:',
}

export interface Counts {
  faults: number
  warnings: number
  ok: number
  notMade: number
}

export function countFindings({ findings, notMade }: Examination): Counts {
  const of = (severity: Told['severity']) => findings.filter((one) => one.severity === severity).length
  return { faults: of('fault'), warnings: of('warning'), ok: of('ok'), notMade: notMade.length }
}

export function describeExamination(examination: Examination): string {
  const lines = groups.flatMap((group) => {
    const told = examination.findings.filter((one) => one.group === group).flatMap(describeFinding)
    const away = Map.groupBy(
      examination.notMade.filter((one) => one.group === group),
      ({ without }) => without,
    )
    const notMade = [...away].map(
      ([who, { length }]) => `  · ${many(length, 'check')} not made: ${who} cannot be asked`,
    )
    return told.length + notMade.length > 0 ? [group, ...told, ...notMade, ''] : []
  })
  return [...lines, describeCounts(countFindings(examination))].join('\n')
}

function describeFinding({ severity, id, found, follows, advice }: Told): string[] {
  if (severity === 'ok') return [`  ${marks.ok} ${found}`]
  return [`  ${marks[severity]} ${found}  [${id}]`, `      ${follows}`, ...advice.flatMap(describeAdvice)]
}

function describeAdvice({ place, lines }: Advice): string[] {
  return [`      ${places[place]}`, ...lines.map((line) => `        ${line}`)]
}

function describeCounts({ faults, warnings, ok, notMade }: Counts): string {
  const rest = notMade > 0 ? `, ${many(notMade, 'check')} not made` : ''
  return `${many(faults, 'fault')}, ${many(warnings, 'warning')}, ${ok} well${rest}.`
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
