// Compares the responses of tests with the OpenAPI document: every status, and every header that programs rely on.

import { readFileSync } from 'node:fs'

interface Described {
  pattern: RegExp
  operations: Record<string, { responses: Record<string, { $ref?: string; headers?: object }> }>
}

const checkedHeaders = ['etag', 'location', 'retry-after', 'www-authenticate', 'idempotent-replayed']
/** Decided before the operation is known, or by the proxy in front of the cells. */
const generalStatuses = new Set([405, 414, 421])
let document: { components: { responses: Record<string, { headers?: object }> } } | undefined
let paths: Described[] = []

function load(): NonNullable<typeof document> {
  if (document) return document
  const read = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  document = read as NonNullable<typeof document>
  const entries = Object.entries(read.paths as Record<string, Described['operations']>)
  // Literal segments before parameters, as the router matches.
  entries.sort(([left], [right]) => left.split('{').length - right.split('{').length)
  paths = entries.map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    operations,
  }))
  return document
}

/** Throws if the document does not have the status or a header of the response. Unknown paths are not checked. */
export function requireDescribed(
  method: string,
  url: string,
  response: { status: number; headers: Record<string, unknown> },
): void {
  const { components } = load()
  const [path = ''] = url.split('?')
  const found = paths.find(({ pattern }) => pattern.test(path))
  const operation = found?.operations[method.toLowerCase()]
  const { status, headers } = response
  if (!operation || generalStatuses.has(status)) return
  const described = operation.responses[status]
  if (!described)
    throw new Error(`${method} ${path} returned ${status}, which openapi.json does not describe`)
  const name = described.$ref?.split('/').pop()
  const listed = Object.keys((name ? components.responses[name] : described)?.headers ?? {})
  for (const header of checkedHeaders) {
    if (headers[header] === undefined || listed.some((one) => one.toLowerCase() === header)) continue
    throw new Error(
      `${method} ${path} returned ${status} with "${header}", which openapi.json does not describe`,
    )
  }
}
