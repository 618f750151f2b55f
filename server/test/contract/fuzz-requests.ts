// Valid and invalid requests, generated from the OpenAPI description.

import type { Operation, Schema } from './openapi.ts'
import type { Chance } from './random.ts'
import type { Things } from './things.ts'
import { deepened, oddText, oddValue, spoiled, textOf, valid } from './values.ts'

export interface FuzzRequest {
  path: string
  body: string | undefined
  headers: Record<string, string>
}

// Not "." or "..": clients remove them from a path.
const oddIds = [
  '%00',
  '%ff',
  '%2f',
  '-',
  '0',
  'null',
  '%F0%9F%9A%A2',
  'x'.repeat(64),
  'x'.repeat(250),
  "'%20or%201=1",
]
const oddHeaders: [string, string[]][] = [
  ['if-match', ['*', '"1"', '1', 'W/"1"', '"', '"1", "2"', '\u00e9', 'x'.repeat(5_000)]],
  ['idempotency-key', ['k', 'k k', '', 'x'.repeat(300), '\u00e9']],
  ['accept-language', ['es', 'xx-yy-zz', '*;q=0', 'q=;', ','.repeat(500), 'en;q=NaN']],
  ['prefer', ['respond-async', 'wait=1']],
  [
    'content-type',
    [
      'text/plain',
      'application/xml',
      'application/json; charset=latin1',
      'application/merge-patch+json',
      'x',
    ],
  ],
  ['accept-encoding', ['gzip', '*']],
]

export function fuzzRequest(operation: Operation, things: Things, chance: Chance): FuzzRequest {
  const { path, body, method } = operation
  const isSpoiled = chance.is(0.6)
  const ids: Record<string, string> = {
    ...things,
    deviceId: chance.is(0.5) ? things.deviceId : things.expiredId,
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    chance.is(0.1) ? chance.pick(oddIds) : ids[name]!,
  )
  const headers: Record<string, string> = body ? { 'content-type': body.type } : {}
  if (method === 'PATCH' && chance.is(0.3)) headers['content-type'] = 'application/json-patch+json'
  if (chance.is(0.15)) {
    const [name, values] = chance.pick(oddHeaders)
    headers[name] = chance.pick(values)
  }
  return {
    path: filled + queryOf(operation, chance),
    body: body && bodyOf(operation, things, isSpoiled, chance),
    headers,
  }
}

function queryOf({ parameters }: Operation, chance: Chance): string {
  const pairs: string[] = []
  for (const { name, schema, in: where, required } of parameters) {
    if (where !== 'query' || (!required && chance.is(0.6))) continue
    const value = chance.is(0.7) ? valid(schema, chance) : oddValue(chance)
    pairs.push(`${name}=${encode(value)}`)
    if (chance.is(0.03)) pairs.push(`${name}=${encode(oddValue(chance))}`)
  }
  if (chance.is(0.03))
    pairs.push(chance.pick(['nonsense=1', '%00=%00', '__proto__=1', 'limit[]=1', '=', '%', '&&&']))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed()).slice(0, 2_000)
}

function bodyOf({ body, method, id }: Operation, things: Things, isSpoiled: boolean, chance: Chance): string {
  if (body!.type === 'text/csv') return csvOf(isSpoiled, chance)
  let value =
    method === 'PATCH' && chance.is(0.5) ? patchOf(body!.schema, chance) : valid(body!.schema, chance)
  value = withThings(value, things, chance)
  // A good password costs the server a tenth of a second; few are enough.
  if (id.endsWith('User') && chance.is(0.97)) value = withoutPassword(value)
  if (isSpoiled) value = spoiled(value, chance)
  const text = deepened(JSON.stringify(value) ?? '')
  if (!chance.is(0.03)) return text
  return chance.pick([
    text.slice(0, -1),
    `\ufeff${text}`,
    `${text}${text}`,
    text.replace('{', '{"name":1,'),
    '',
    'NaN',
  ])
}

const fields = [
  'name',
  'description',
  'tags',
  'tags/colour',
  'groups',
  'groups/0',
  'limits',
  'limits/expires',
  'privileges',
  'devices',
  'devices/-',
  'geometry',
  'geometry/coordinates',
  'geometry/coordinates/0',
  'radius',
  '',
]

const geometries = [
  { type: 'Point', coordinates: [2.2, 41.4] },
  {
    type: 'LineString',
    coordinates: [
      [2, 41],
      [179, 60, 5],
      [-170, 89],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [170, 0],
        [-170, 0],
        [-170, 5],
        [170, 0],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-180, 60],
          [180, 60],
          [180, 90],
          [-180, 90],
          [-180, 60],
        ],
      ],
    ],
  },
]

/** Paths to patch, which the schema of a patch does not list. */
function patchOf(_schema: Schema, chance: Chance): unknown {
  const pointer = () =>
    chance.is(0.9)
      ? `/${chance.pick(fields)}`
      : chance.pick(['', 'name', '//', '/~2', '/__proto__/x', '/tags/~01'])
  const operation = () => {
    const op = chance.pick(['add', 'remove', 'replace', 'move', 'copy', 'test'])
    return {
      op,
      path: pointer(),
      from: pointer(),
      value: chance.is(0.5) ? textOf(chance, 0, 20) : oddValue(chance),
    }
  }
  return Array.from({ length: chance.below(5) }, operation)
}

/** Mostly references to existing objects, so that requests pass the first check. */
function withThings(value: unknown, things: Things, chance: Chance): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || chance.is(0.2)) return value
  const known: Record<string, unknown> = {
    groupIds: [things.groupId],
    deviceId: things.deviceId,
    groups: [things.groupId],
    devices: [things.deviceId, things.expiredId],
    userName: things.userName,
    apiKey: things.apiKey,
    geometry: chance.pick(geometries),
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, known[name] ?? inner]))
}

function withoutPassword(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { password: _password, ...rest } = value as Record<string, unknown>
  return rest
}

function csvOf(isSpoiled: boolean, chance: Chance): string {
  const columns = ['name', 'description', 'identifier', 'expirationDate', 'dailySmsLimit', 'tag.colour']
  const cell = () =>
    isSpoiled && chance.is(0.3) ? oddText(chance) : `"${textOf(chance, 1, 10).replaceAll('"', '""')}"`
  const rows = Array.from({ length: chance.below(4) }, () => columns.map(cell).join(','))
  return [columns.join(','), ...rows].join('\n')
}
