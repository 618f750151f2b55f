// Generates docs/settings.md from server/src/config/config.ts, which declares name, default, bounds and description.

import { readFileSync } from 'node:fs'
import { markdownTable } from '../server/src/platform/observability/markdown-table.ts'

const config = new URL('../server/src/config/config.ts', import.meta.url)
const setting =
  /\/\*\* (?<means>[^\n]*?) \*\/\n[^\n]*?read\.(?<kind>\w+)(?:<\w+>)?\('(?<name>RASTRO_\w+)'(?:, (?<rest>.*?))?\)[,\s.]/gs
const head = `# Settings

The server reads its configuration from environment variables. \`rastro config\` prints the effective values without secrets, and
\`rastro doctor\` checks them. For an address, a secret or a JSON document, \`NAME_FILE\` can name a file that contains the value.
Sizes and times are whole numbers.

`

export function describeSettings(): string {
  // The formatter breaks long calls into lines.
  const source = readFileSync(config, 'utf8').replaceAll(
    /\(\n\s+('RASTRO_[^)]+?),?\n\s+\)/g,
    (_, call: string) => `(${call.replaceAll(/\s*\n\s*/g, ' ')})`,
  )
  const found = [...source.matchAll(setting)].map(({ groups }) => groups as Record<string, string>)
  const named = new Set(source.match(/'RASTRO_\w+'/g)?.map((name) => name.slice(1, -1)))
  const undescribed = [...named].filter((name) => !found.some((one) => one.name === name))
  if (undescribed.length > 0)
    throw new Error(`config/config.ts has no description for: ${undescribed.join(', ')}`)
  const rows = found.map(({ name, kind = '', rest = '', means = '' }) => [
    `\`${name}\``,
    defaultOf(kind, rest),
    means.replaceAll('|', '\\|'),
  ])
  return `${head}${markdownTable([['setting', 'default', 'description'], ...rows])}\n`
}

/** Values derived from other settings, or paths inside the checkout, are not shown. */
function defaultOf(kind: string, rest: string): string {
  if (kind === 'whole') {
    const [otherwise = '', min = '', max = ''] = rest.replaceAll('_', '').split(', ')
    return `${/^\d/.test(otherwise) ? otherwise : 'derived'} (${min} to ${max})`
  }
  if (rest.endsWith('`')) return 'derived'
  if (kind === 'secret' || (/^urls?$/.test(kind) && !rest.endsWith("'"))) return 'must be set'
  if (kind === 'text' && !rest.startsWith("'")) return 'derived'
  const [, word, list, number] = /(?:'([^']*)'|\[([\d_, ]+)\]|(\d))$/.exec(rest) ?? []
  const value = kind === 'share' || kind === 'rate' ? number : (word ?? list?.replaceAll('_', ''))
  return value ? `\`${value}\`` : 'none'
}
