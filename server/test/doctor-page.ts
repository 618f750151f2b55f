// Generates docs/doctor.md from the checks and the findings of the planted faults:
// RASTRO_WRITE_DOCS=1 npm run test:quiet -- doctor-faults && npx biome check --write docs/doctor.md

import { readFileSync, writeFileSync } from 'node:fs'
import { checks } from '../src/operations/doctor/checks.ts'
import type { Healed } from './planted/heal.ts'

const file = new URL('../../docs/doctor.md', import.meta.url)

const intro = `# The doctor

\`rastro doctor\` examines an installation and shows what to do: configuration, PostgreSQL, NATS, storage, schema, pending
work, and outbound connections. It changes nothing, prints no secrets, and runs no expensive queries. It sends nothing but
one lookup of a public place to a geocoder, if one is configured. Checks whose dependency is unavailable are skipped, so it
also works while PostgreSQL or NATS is down.

\`\`\`sh no-run
rastro doctor            # as text; in a checkout: npm run rastro -- doctor
rastro doctor --json     # for programs
rastro doctor --strict   # warnings fail too
\`\`\`

It exits with 0 if there is no fault, otherwise with 1. Each finding has a message, its impact, and lines to paste, with
where they belong: a shell, the environment, PostgreSQL as a superuser or as the owner of the tables, the configuration of
nats-server. Read the impact before you paste: some advice deletes something, for example a replication slot.

It sees only what the configured roles can see: no disks of other machines and no transactions of other roles.
`

export function writeDoctorPage(healed: Healed[]): void {
  if (!process.env.RASTRO_WRITE_DOCS) return
  const planted = healed.map(({ fault, finding, lines }) =>
    rowOf(
      fault.name,
      finding.id,
      cell(finding.message),
      lines
        .map((line) => ['', line, ''].join('`'))
        .map(cell)
        .join('<br>'),
    ),
  )
  const all = checks.map(({ id, about, isStartupCheck }) => rowOf(id, about, isStartupCheck ? 'yes' : ''))
  const page = [
    intro,
    '## Every check',
    '',
    'A fault of a check marked "yes" prevents a start in production (`RASTRO_MODE=production`).',
    '',
    rowOf('check', 'finds that', 'prevents start'),
    rowOf('---', '---', '---'),
    ...all,
    '',
    '## Planted faults',
    '',
    'A test plants each of these faults (`server/test/planted/`), finds it, and fixes it by following the advice literally.',
    '',
    rowOf('fault', 'check', 'message', 'advice'),
    rowOf('---', '---', '---', '---'),
    ...planted,
    '',
  ]
  writeFileSync(file, page.join('\n'))
}

/** With single spaces, because the formatter aligns the columns. */
export function readDoctorPage(): string {
  return readFileSync(file, 'utf8').replace(/ +/g, ' ')
}

function rowOf(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()
}
