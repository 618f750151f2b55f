// Filters of SCIM: equality of one attribute, which is what providers ask before they create something.

import type { Filter, Page } from './scim.types.ts'
import { ScimError } from './scim-error.ts'

const maxCount = 200
const defaultCount = 100
const shape = /^\s*([A-Za-z.]{1,40}(?:\[type eq "work"\]\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i
const attributes = new Set<Filter['attribute']>([
  'username',
  'externalid',
  'displayname',
  'id',
  'emails.value',
])

export function parseFilter(text: string | undefined): Filter | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const [, name = '', literal = ''] = shape.exec(text) ?? []
  const attribute = name.toLowerCase().replace('[type eq "work"]', '') as Filter['attribute']
  if (!attributes.has(attribute))
    throw new ScimError(400, 'Filters are: attribute eq "value".', 'invalidFilter')
  try {
    return { attribute, value: String(JSON.parse(literal)) }
  } catch {
    throw new ScimError(400, 'The value of the filter is no JSON text.', 'invalidFilter')
  }
}

/** From 1 on; values out of range count as the nearest (RFC 7644, 3.4.2.4). */
export function pageOf({ startIndex, count }: { startIndex?: string; count?: string }): Page {
  const start = Number.parseInt(startIndex ?? '1', 10)
  const wanted = Number.parseInt(count ?? String(defaultCount), 10)
  return {
    startIndex: Number.isSafeInteger(start) ? Math.min(Math.max(start, 1), 1_000_000) : 1,
    count: Number.isSafeInteger(wanted) ? Math.min(Math.max(wanted, 0), maxCount) : defaultCount,
  }
}
