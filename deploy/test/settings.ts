// Which settings the server reads, by the text of its configuration.

import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../../server/src/config/config.ts', import.meta.url), 'utf8')
const calls = [...text.matchAll(/read\s*\.\s*(\w+)(?:<\w+>)?\(\s*'(RASTRO_\w+)'/g)]
const namesOf = (...kinds: string[]) =>
  calls.filter(([, kind]) => kinds.includes(kind!)).map(([, , name]) => name!)

/** What has a password in it may also be named by a file. */
export const settings = new Set([
  ...calls.map(([, , name]) => name!),
  ...namesOf('url', 'urls', 'optionalUrl', 'secret', 'secrets', 'optionalSecret').map(
    (name) => `${name}_FILE`,
  ),
])
/** Read by compose.yaml itself, by the proxy and by scripts, not by the server. */
export const composeOnly = new Set([
  'RASTRO_HOST',
  'RASTRO_IMAGE',
  'RASTRO_API_HOST',
  'RASTRO_API_PORT',
  'RASTRO_TREE',
  'RASTRO_ETC',
])
