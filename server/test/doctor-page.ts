// docs/doctor.md, made from the checks and from what was said of each planted fault:
// RASTRO_WRITE_DOCS=1 npx vitest run doctor && npx biome check --write docs/doctor.md

import { readFileSync, writeFileSync } from 'node:fs'
import { checks } from '../src/operations/doctor/checks.ts'
import type { Told } from '../src/operations/doctor/examine.ts'
import type { PlantedFault } from './planted/plant.ts'

const file = new URL('../../docs/doctor.md', import.meta.url)

const intro = `# The doctor

\`rastro doctor\` examines an installation and says what to do: configuration, PostgreSQL, NATS, storage, schema, work that
waits, and the ways out. It changes nothing, sends nothing, prints no secret, and asks no question that costs the
database dear. What cannot be asked is left out, and the rest examined: it works while engines are down.

\`\`\`sh no-run
rastro doctor            # in words; in a checkout: npm run rastro -- doctor
rastro doctor --json     # for programs
rastro doctor --strict   # warnings fail too
\`\`\`

It ends with 0 where there is no fault, otherwise with 1. Each finding says what was measured, what follows if it stays,
and lines to paste, with the place where they belong: a shell, the environment, PostgreSQL as a superuser or as the
owner of the tables, the configuration of nats-server. Read what follows before you paste: some advice deletes, as that
for a replication slot, and says so.

It scope what the configured roles see. Disks of other machines it does not see, nor transactions of other roles.
`

export function writeDoctorPage(told: { fault: PlantedFault; found: Told; lines: string[] }[]): void {
  if (!process.env.RASTRO_WRITE_DOCS) return
  const planted = told.map(({ fault, found, lines }) =>
    rowOf(
      fault.name,
      found.id,
      cell(found.found),
      lines
        .map((line) => ['', line, ''].join('`'))
        .map(cell)
        .join('<br>'),
    ),
  )
  const all = checks.map(({ id, about, isGuard }) => rowOf(id, about, isGuard ? 'yes' : ''))
  const page = [
    intro,
    '## Every check',
    '',
    'A fault of those marked with "yes" keeps a process from starting in production (`RASTRO_MODE=production`).',
    '',
    rowOf('check', 'finds that', 'refused'),
    rowOf('---', '---', '---'),
    ...all,
    '',
    '## Planted faults',
    '',
    'Each of these is planted by a test (`server/test/planted/`), found, and put right by doing what was advised, to',
    'the letter.',
    '',
    rowOf('fault', 'check', 'what the doctor says', 'what was done'),
    rowOf('---', '---', '---', '---'),
    ...planted,
    '',
  ]
  writeFileSync(file, page.join('\n'))
}

/** With single blanks: who formats it aligns the columns. */
export function readDoctorPage(): string {
  return readFileSync(file, 'utf8').replace(/ +/g, ' ')
}

function rowOf(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()
}
