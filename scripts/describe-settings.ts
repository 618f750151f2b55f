// The page of all settings, made from where they are read: server/src/config/config.ts says each one's name, default, bounds and
// meaning.

import { readFileSync } from 'node:fs'
import { markdownTable } from '../server/src/platform/observability/markdown-table.ts'

const config = new URL('../server/src/config/config.ts', import.meta.url)
const setting =
  /\/\*\* (?<means>[^\n]*?) \*\/\n[^\n]*?read\.(?<kind>\w+)(?:<\w+>)?\('(?<name>RASTRO_\w+)'(?:, (?<rest>.*?))?\)[,\s.]/gs
const head = `# Settings

The server is configured by environment variables, which \`rastro config\` prints as it understands them, without secrets, and
\`rastro doctor\` examines. Where a setting is an address or a secret, \`NAME_FILE\` may name a file that holds it instead. Sizes
and times are whole numbers.

`

export function describeSettings(): string {
  const source = readFileSync(config, 'utf8')
  const found = [...source.matchAll(setting)].map(({ groups }) => groups as Record<string, string>)
  const named = new Set(source.match(/'RASTRO_\w+'/g)?.map((name) => name.slice(1, -1)))
  const undescribed = [...named].filter((name) => !found.some((one) => one.name === name))
  if (undescribed.length > 0)
    throw new Error(`config/config.ts says not what these mean: ${undescribed.join(', ')}`)
  const rows = found.map(({ name, kind = '', rest = '', means = '' }) => [
    `\`${name}\``,
    defaultOf(kind, rest),
    means.replaceAll('|', '\\|'),
  ])
  return `${head}${markdownTable([['setting', 'default', 'means'], ...rows])}\n`
}

/** What is worked out from other settings, or is a folder of ours, is not a value to write down. */
function defaultOf(kind: string, rest: string): string {
  if (kind === 'whole') {
    const [otherwise = '', least = '', most = ''] = rest.replaceAll('_', '').split(', ')
    return `${/^\d/.test(otherwise) ? otherwise : 'our own'} (${least} to ${most})`
  }
  if (kind === 'secret' || (/^urls?$/.test(kind) && !rest.endsWith("'"))) return 'must be set'
  if (kind === 'text' && !rest.startsWith("'")) return 'our own'
  const [, word, list, number] = /(?:'([^']*)'|\[([\d_, ]+)\]|(\d))$/.exec(rest) ?? []
  const value = kind === 'share' ? number : (word ?? list?.replaceAll('_', ''))
  return value ? `\`${value}\`` : 'none'
}
