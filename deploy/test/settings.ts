// The settings that the server reads, from the text of its configuration.

import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../../server/src/config/config.ts', import.meta.url), 'utf8')
const calls = [...text.matchAll(/read\s*\.\s*(\w+)(?:<\w+>)?\(\s*'(RASTRO_\w+)'/g)]
const namesOf = (...kinds: string[]) =>
  calls.filter(([, kind]) => kinds.includes(kind!)).map(([, , name]) => name!)

/** Settings with a password, and documents, can also name a file. */
export const settings = new Set([
  ...calls.map(([, , name]) => name!),
  ...namesOf('url', 'urls', 'optionalUrl', 'secret', 'secrets', 'optionalSecret', 'json').map(
    (name) => `${name}_FILE`,
  ),
])
/** Used by compose.yaml, the proxy and scripts, not by the server. */
export const composeOnly = new Set([
  'RASTRO_HOST',
  'RASTRO_TLS',
  'RASTRO_IMAGE',
  'RASTRO_API_HOST',
  'RASTRO_API_PORT',
  'RASTRO_API_METRICS_PORT',
  'RASTRO_INGEST_HOST',
  'RASTRO_INGEST_PORT',
  'RASTRO_TREE',
  'RASTRO_ETC',
])
