// Values for a schema: valid, and hostile.

import type { Schema } from './openapi.ts'
import type { Chance } from './random.ts'

const letters = [...'abcXYZ 019-_.ñÜ漢🚢\u200b\u202e\'"<>%;\\/']

const byFormat: Record<string, (chance: Chance) => string> = {
  'date-time': (chance) => new Date(chance.below(4_000_000) * 1_000_000).toISOString(),
  since: (chance) => new Date(chance.below(4_000_000) * 1_000_000).toISOString(),
  date: (chance) => new Date(chance.below(4_000_000) * 1_000_000).toISOString().slice(0, 10),
  email: (chance) => `u${chance.below(1e9)}@example.com`,
  country: (chance) => chance.pick(['ES', 'PT', 'CU', 'EG']),
  'time-zone': (chance) => chance.pick(['UTC', 'America/Havana', 'Europe/Madrid', 'Asia/Kolkata']),
}

export function textOf(chance: Chance, least: number, most: number): string {
  const length = Math.min(most, least + chance.below(chance.is(0.05) ? 300 : 20))
  return Array.from({ length }, () => chance.pick(letters))
    .join('')
    .slice(0, most)
}

/** A value that matches the schema. */
export function valid(schema: Schema, chance: Chance): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valid(chance.pick(choices), chance)
  if (schema.enum) return chance.pick(schema.enum)
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'string':
      if (schema.format) return byFormat[schema.format]?.(chance) ?? 'text'
      if (schema.pattern) return schema.examples?.[0] ?? `name-${chance.below(1e9)}`
      return textOf(chance, schema.minLength ?? 0, schema.maxLength ?? 40)
    case 'integer':
    case 'number':
      return numberOf(schema, chance)
    case 'boolean':
      return chance.is(0.5)
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, chance.below(4)) }, () =>
        valid(schema.items, chance),
      )
    case 'object':
      return objectOf(schema, chance)
    default:
      return chance.pick(['any', 5, null, true, {}, []])
  }
}

function numberOf(schema: Schema, chance: Chance): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const most = schema.maximum ?? schema.exclusiveMaximum ?? 1_000
  const value = least + chance.next() * (most - least)
  return schema.type === 'integer' ? Math.floor(value) : value
}

function objectOf(schema: Schema, chance: Chance): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries<Schema>(schema.properties ?? {})) {
    if (schema.required?.includes(name) || chance.is(0.4)) object[name] = valid(inner, chance)
  }
  const more = schema.additionalProperties
  if (more && typeof more === 'object') {
    for (let count = chance.below(3); count > 0; count -= 1)
      object[textOf(chance, 1, 20)] = valid(more, chance)
  }
  return object
}

const nested = (depth: number, open: string, close: string) =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)

/** Values that have broken servers. */
const odd: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER + 2, 2 ** 31, 2 ** 63],
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    'NaN',
    'true',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\uffff',
    '\r\n',
  ],
  ...[
    '\u202eabc',
    'ﷺ',
    '👩‍👩‍👧‍👦',
    "'; drop table devices; --",
    '{{7*7}}',
    '%s%n',
    '../../etc/passwd',
    '$(id)',
  ],
  ...[
    '0000-01-01',
    '2026-02-30',
    '9999-12-31',
    '-0001-01-01',
    '10000-01-01',
    '2026-13-01',
    'infinity',
    'epoch',
  ],
  ...[
    '0000-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '9999-12-31T23:59:59-23:59',
    '2026-01-01T00:00:00+23:59',
  ],
  ...[
    '0001-01-01T00:00:00+14:00',
    '2026-01-01t00:00:00z',
    '2026-01-01 00:00:00Z',
    '1970-01-01T00:00:00.123456789Z',
  ],
  ...['Europe/madrid', 'posixrules', 'Factory', '+25:00', 'EST5EDT', 'xx', 'UK', 'zz'],
  ...[
    [],
    {},
    [[]],
    [null],
    ['', ''],
    { __proto__: null },
    { constructor: { prototype: { x: 1 } } },
    { length: -1 },
  ],
  ...[nested(50, '[', ']'), nested(200, '[', ']'), nested(5_000, '[', ']'), nested(200, '{"a":', '}')],
  'x'.repeat(300),
  'ñ'.repeat(5_000),
  Array.from({ length: 2_000 }, (_, index) => index),
  Array.from({ length: 500 }, () => 'same'),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
]

/** Nested deeper than JSON.stringify allows, so it is inserted as text. */
const bottomless: [string, string][] = [
  ['bottomless list', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['bottomless object', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
]
odd.push(...bottomless.map(([name]) => name))

/** The text with placeholders replaced by what no value can hold. */
export function deepened(text: string): string {
  return bottomless.reduce((all, [name, deep]) => all.replace(`"${name}"`, () => deep), text)
}

export function oddValue(chance: Chance): unknown {
  return chance.pick(odd)
}

const oddTexts = odd.filter((one) => typeof one === 'string')
export function oddText(chance: Chance): string {
  return chance.pick(oddTexts)
}

/** The value with one fault: a replaced, an added or a missing member. */
export function spoiled(value: unknown, chance: Chance): unknown {
  if (value === null || typeof value !== 'object' || chance.is(0.15)) return oddValue(chance)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const names = Object.keys(copy)
  const how = chance.below(4)
  if (how === 0 || names.length === 0) {
    if (Array.isArray(copy)) copy.push(oddValue(chance))
    else
      copy[chance.pick(['extra', '', 'constructor', 'toString', 'id', 'account_id', 'ñ\u0000'])] =
        oddValue(chance)
    return copy
  }
  const name = chance.pick(names) as keyof typeof copy
  if (how === 1) {
    if (Array.isArray(copy)) copy.splice(Number(name), 1)
    else delete copy[name]
  } else copy[name] = spoiled(copy[name], chance) as never
  return copy
}
