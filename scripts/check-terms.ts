// Refuses words that must not come back into code, documentation and messages. docs/glossary.md has the terms to use.
// Identifiers count by their parts: `toldAt` contains "told".

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The word, and what to write instead. */
const refused: Record<string, string> = {
  'whoever|whomever|whosoever': 'caller, user, client, operator',
  'he|him|his|himself': 'the thing itself: the process, the tracker, the subscriber',
  'says|said|saying': 'message, description, reason, payload',
  'told|tells|telling|tellings|untold': 'published, notified, sent',
  'heard|hears|hearing|unheard': 'received',
  'stranger|strangers': 'unknown device, another account',
  anew: 'again',
  'deed|deeds': 'action',
  'doorkeeper|comer|comers': 'authenticator, credential',
  'whereabouts|residence|residences': 'locator, home cell',
  'neighbour|neighbours': 'peer cell, another account',
  'farewell|seat|seats|seated': 'close reason, subscriber',
  'arrival|arrivals': 'activity',
  'announcements|announced': 'outbox, emitted',
  'sight|sights': 'scope',
  'tally|tallies': 'count',
  'way in|ways in': 'ingest key',
  'most (?:at once|bytes|ms|rows|devices)': 'max…',
}

/** Files that are not ours to word, or that are in another language. */
const skipped =
  /^(LICENSE|package-lock\.json|docs\/package-lock\.json|docs\/proof\.(json|md)|server\/(openapi|asyncapi)\.json|sdk\/src\/(api|event)-types\.ts|web\/src\/messages\/(es|pt)\/.*|web\/public\/.*|CHANGELOG\.md|server\/migrations\/00([01]\d|20)_.*|server\/directory\/000[12]_.*|protocols\/.*\/samples\/.*|scripts\/check-terms(\.test)?\.ts)$|\.(png|svg|woff2?|ico|pmtiles|pbf|gz|bin|br)$/

/** A path, and the words that are right there. Keep it short. */
const allowed: [path: RegExp, words: RegExp][] = [
  // Names of the first release, in what translates them.
  [
    /^server\/(migrations\/0028_\w+\.sql|src\/operations\/migrate\/migrate-rows\.test\.ts)$/,
    /^(told|ways.in)$/i,
  ],
  // Port Said.
  [/^simulator\/src\/demo\/(fleets|sea-lanes)\.ts$/, /^Said$/],
  // The experiment about noisy neighbours.
  [/^(chaos\/(run\.ts|neighbour.*)|\.ci\/run|CONTRIBUTING\.md)$/, /^neighbours?$/i],
]

const patterns = Object.entries(refused).map(([words, instead]) => ({
  pattern: new RegExp(`(?<![\\p{L}'’])(?:${words})(?![\\p{L}])`, 'giu'),
  instead,
}))

export interface Finding {
  line: number
  word: string
  instead: string
}

export function findRefused(path: string, text: string): Finding[] {
  const found: Finding[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[_-]/g, ' ')
    for (const { pattern, instead } of patterns) {
      for (const [word] of words.matchAll(pattern)) {
        const isAllowed = allowed.some(([where, words]) => where.test(path) && words.test(word))
        if (!isAllowed) found.push({ line: index + 1, word, instead })
      }
    }
  }
  return found
}

if (import.meta.main) {
  const only = process.argv.slice(2)
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (path) =>
        path && !skipped.test(path) && (only.length === 0 || only.some((one) => path.startsWith(one))),
    )
  let count = 0
  for (const path of paths) {
    let text: string
    try {
      text = readFileSync(join(root, path), 'utf8')
    } catch {
      continue
    }
    if (text.includes('\0')) continue
    for (const { line, word, instead } of findRefused(path, text)) {
      count += 1
      console.error(`${path}:${line}: "${word}"; use: ${instead}`)
    }
  }
  if (count > 0) {
    console.error(`${count} refused words.`)
    process.exit(1)
  }
}
