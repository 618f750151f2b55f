// Validates requests against the schemas of the routes, and reports all errors at once.

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { decodeEventCursor } from '../bus/event-cursor.ts'
import { isCountry } from './countries.ts'
import type { Fault } from './errors.ts'
import { InvalidError } from './errors.ts'
import { cacheBySchemas } from './schema-cache.ts'

const maxFaults = 50
const maxValues = 5_000
const maxDepth = 100

const once = cacheBySchemas<Record<'fromText' | 'fromJson', Check>>()

/** Called by Fastify with the named schemas that routes may reference. */
export function buildValidator(named: unknown): FastifySchemaCompiler<object> {
  const schemas = Object.values(named as Record<string, object>)
  const { fromText, fromJson } = once(schemas, () => ({
    // Query and path are text, so "5" may become 5; JSON bodies are not coerced.
    fromText: createCheck(schemas, { coerceTypes: 'array' }),
    fromJson: createCheck(schemas, {}),
  }))
  return ({ schema, httpPart }) => {
    const findFaults = (httpPart === 'body' ? fromJson : fromText)(schema as object)
    return (value) => {
      const faults = findFaults(value)
      return faults.length > 0 ? { error: invalid(httpPart ?? 'body', faults) } : { value }
    }
  }
}

type FindFaults = (value: unknown) => Fault[]
type Check = (schema: object) => FindFaults

/**
 * Finds the first error, then all errors if the value is not too large: error objects are much larger than the values
 * themselves, and a body of the maximum size would block the event loop.
 */
function createCheck(schemas: object[], options: { coerceTypes?: 'array' }): Check {
  const first = createAjv(schemas, options)
  const all = createAjv(schemas, { ...options, allErrors: true })
  const once = cacheBySchemas<FindFaults>()
  const compile = (schema: object): FindFaults => {
    const findFirst = first.compile(schema)
    let findAll: ValidateFunction | undefined
    return (value) => {
      if (findFirst(value)) return findUnstorable(value)
      if (countValues(value) > maxValues) return uniqueFaults(findFirst.errors ?? [])
      findAll ??= all.compile(schema)
      findAll(value)
      return uniqueFaults(findAll.errors ?? [])
    }
  }
  return (schema) => once([schema], () => compile(schema))
}

const check = createCheck([], {})
const checks = new WeakMap<object, FindFaults>()
function checkOf(schema: TSchema): FindFaults {
  let findFaults = checks.get(schema)
  if (!findFaults) {
    findFaults = check(schema)
    checks.set(schema, findFaults)
  }
  return findFaults
}

/** Validates a value that is not a request, like a document after a patch. */
export function requireValid<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const faults = faultsOf(schema, value)
  if (faults.length > 0) throw invalid('body', faults)
  return value as Static<S>
}

/** All errors of a value; none if it is valid. */
export function faultsOf(schema: TSchema, value: unknown): Fault[] {
  return checkOf(schema)(value)
}

function createAjv(schemas: object[], options: { coerceTypes?: 'array'; allErrors?: true }) {
  // Not strict: the schemas have OpenAPI keywords that Ajv does not know.
  // Not validated against the meta-schema, which took most of the start-up time.
  const ajv = new Ajv2020({ useDefaults: true, strict: false, validateSchema: false, ...options })
  ajvFormats.default(ajv)
  ajv.addFormat('time-zone', isTimeZone)
  ajv.addFormat('country', isCountry)
  ajv.addFormat('date', isDate)
  ajv.addFormat('date-time', isInstant)
  ajv.addFormat('since', (text: string) => isInstant(text) || decodeEventCursor(text) !== undefined)
  for (const schema of schemas) ajv.addSchema(schema)
  return ajv
}

export function invalid(part: string, details: Fault[]): InvalidError {
  const where = { body: 'body', querystring: 'query', params: 'path', headers: 'header' }[part] ?? 'request'
  const [first] = details
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see "details")` : ''
  const message = first ? `${first.path || where} ${first.message}${rest}.` : `The ${where} is not valid.`
  return new InvalidError(`${where}.invalid`, message, { details })
}

/** Text that PostgreSQL cannot store (NUL and lone surrogates), and nesting that would overflow the stack. */
function findUnstorable(value: unknown): Fault[] {
  const faults: Fault[] = []
  const open: [path: string, value: unknown, depth: number][] = [['', value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, found, depth] = next
    if (depth > maxDepth) return [{ path: '', message: `is nested more than ${maxDepth} levels deep` }]
    if (typeof found === 'string' && !isText(found)) {
      faults.push({ path, message: 'contains a character that is not text' })
    }
    if (found === null || typeof found !== 'object') continue
    for (const [name, inner] of Object.entries(found)) {
      const innerPath = path ? `${path}.${name}` : name
      if (!isText(name)) faults.push({ path, message: 'has a name with a character that is not text' })
      open.push([innerPath, inner, depth + 1])
    }
  }
  return faults.slice(0, maxFaults)
}

/** Stops counting above `maxValues`. */
function countValues(value: unknown): number {
  let count = 0
  const open = [value]
  while (open.length > 0 && count <= maxValues) {
    count += 1
    const found = open.pop()
    if (found !== null && typeof found === 'object')
      for (const inner of Object.values(found)) open.push(inner)
  }
  return count
}

function isText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A union fails once per branch; equal errors are reported once. */
function uniqueFaults(errors: ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    if (error.keyword === 'if' || error.propertyName !== undefined) continue
    const fault = toFault(error)
    faults.set(`${fault.path} ${fault.message}`, fault)
    if (faults.size === maxFaults) break
  }
  return [...faults.values()]
}

function toFault({ instancePath, keyword, params, message }: ErrorObject): Fault {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const inner = (name: string) => (path ? `${path}.${name}` : name)
  switch (keyword) {
    case 'required':
      return { path: inner(params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return { path: inner(params.additionalProperty), message: 'is not a known field' }
    case 'propertyNames':
      return { path: inner(params.propertyName), message: 'is not a valid name' }
    case 'enum':
      return { path, message: `must be one of ${params.allowedValues.join(', ')}` }
    case 'format':
      return { path, message: formatFaults[params.format] ?? `must be a valid ${params.format}` }
    default:
      return { path, message: message ?? 'is not valid' }
  }
}

const formatFaults: Record<string, string> = {
  country: 'must be a two-letter country code (ISO 3166-1), like ES',
  'time-zone': 'must be an IANA time zone, like Europe/Madrid',
  since: 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z, or an event cursor',
  'date-time': 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z',
  date: 'must be a date, like 2026-11-15',
}

const standard = fullFormats as Record<string, { validate(text: string): boolean }>

/** PostgreSQL has no year 0. */
function isDate(text: string): boolean {
  return standard.date!.validate(text) && !text.startsWith('0000')
}

const firstInstantMs = Date.parse('0001-01-01T00:00:00Z')
const lastInstantMs = Date.parse('9999-12-31T23:59:59.999Z')

/** A time whose year also has four digits in UTC. Leap seconds are rejected. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text)
  return standard['date-time']!.validate(text) && ms >= firstInstantMs && ms <= lastInstantMs
}

export function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets like +02:00, but those have no daylight saving time.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
