// Validates requests against the schemas of the routes, and reports all errors at once.

import type { ValidateFunction } from 'ajv/dist/2020.js'
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
import { maxFaults, toFaults, unknownField } from './schema-faults.ts'
import type { FindErrors } from './union-faults.ts'
import { resolveUnions } from './union-faults.ts'

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
      if (faults.length === 0) return { value }
      const isQuery = httpPart === 'querystring'
      const shown = isQuery ? faults.map((fault) => inQuery(fault, value as Record<string, unknown>)) : faults
      return { error: invalid(httpPart ?? 'body', shown) }
    }
  }
}

/** A `+` in a query is a space, so an offset like +01:00 must be encoded. */
function inQuery({ path, message }: Fault, query: Record<string, unknown>): Fault {
  if (message === unknownField) return { path, message: 'is not a known parameter' }
  const hint = / \d\d:?\d\d$/.test(String(query[path])) ? '; write + as %2B in a URL' : ''
  return { path, message: message + hint }
}

/** `onlyFirst`: stops at the first error. */
type FindFaults = (value: unknown, onlyFirst?: boolean) => Fault[]
type Check = (schema: object) => FindFaults

/**
 * Finds the first error, then all errors if the value is not too large: error objects are much larger than the values
 * themselves, and a body of the maximum size would block the event loop.
 */
function createCheck(schemas: object[], options: { coerceTypes?: 'array' }): Check {
  const first = createAjv(schemas, options)
  const all = createAjv(schemas, { ...options, allErrors: true, verbose: true })
  const once = cacheBySchemas<FindFaults>()
  const ofBranch = cacheBySchemas<ValidateFunction>()
  /** The errors of a value in one branch of a union. */
  const findIn: FindErrors = (branch, value) => {
    const validate = ofBranch([branch], () => all.compile(branch))
    return validate(value) ? [] : (validate.errors ?? [])
  }
  const compile = (schema: object): FindFaults => {
    const findFirst = first.compile(schema)
    let findAll: ValidateFunction | undefined
    return (value, onlyFirst = false) => {
      if (findFirst(value)) return findUnstorable(value)
      if (onlyFirst || countValues(value) > maxValues) return toFaults(findFirst.errors ?? []).slice(0, 1)
      findAll ??= all.compile(schema)
      findAll(value)
      return toFaults(resolveUnions(findAll.errors ?? [], findIn))
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

/** All errors of a value, or only the first; none if it is valid. */
export function faultsOf(schema: TSchema, value: unknown, { onlyFirst = false } = {}): Fault[] {
  return checkOf(schema)(value, onlyFirst)
}

function createAjv(schemas: object[], options: { coerceTypes?: 'array'; allErrors?: true; verbose?: true }) {
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
  const parts = { body: 'body', querystring: 'query', params: 'path', headers: 'header' } as const
  const where = parts[part as keyof typeof parts] ?? 'request'
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
