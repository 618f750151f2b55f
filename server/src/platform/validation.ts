// Checks what comes in against the routes' schemas, and names every fault at once, in words.

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { isCountry } from './countries.ts'
import type { Fault } from './errors.ts'
import { InvalidError } from './errors.ts'

const mostFaults = 50

/** Called by the HTTP library with the named schemas that routes may point to. */
export function buildValidator(named: unknown): FastifySchemaCompiler<object> {
  const schemas = Object.values(named as Record<string, object>)
  // A query or path is text, so "5" may become 5; a JSON body means what it says.
  const fromText = createAjv(schemas, { coerceTypes: 'array' })
  const fromJson = createAjv(schemas, {})
  return ({ schema, httpPart }) => {
    const validate = (httpPart === 'body' ? fromJson : fromText).compile(schema)
    return (value) => {
      const faults = validate(value) ? untextual(value) : uniqueFaults(validate.errors ?? [])
      return faults.length > 0 ? { error: invalid(httpPart ?? 'body', faults) } : { value }
    }
  }
}

const checks = new WeakMap<object, ValidateFunction>()
function checkOf(schema: TSchema): ValidateFunction {
  let check = checks.get(schema)
  if (!check) {
    check = createAjv([], {}).compile(schema)
    checks.set(schema, check)
  }
  return check
}

/** Checks a value that did not come in by itself, like a document after a patch. */
export function requireValid<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const faults = faultsOf(schema, value)
  if (faults.length > 0) throw invalid('body', faults)
  return value as Static<S>
}

/** Every fault of a value, none when it is valid. */
export function faultsOf(schema: TSchema, value: unknown): Fault[] {
  const check = checkOf(schema)
  return check(value) ? untextual(value) : uniqueFaults(check.errors ?? [])
}

function createAjv(schemas: object[], options: { coerceTypes?: 'array' }) {
  // Not strict: the schemas are shown as OpenAPI too, whose extra words Ajv does not know.
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false, ...options })
  ajvFormats.default(ajv)
  ajv.addFormat('time-zone', isTimeZone)
  ajv.addFormat('country', isCountry)
  for (const schema of schemas) ajv.addSchema(schema)
  return ajv
}

function invalid(part: string, details: Fault[]): InvalidError {
  const where = { body: 'body', querystring: 'query', params: 'path', headers: 'header' }[part] ?? 'request'
  const [first] = details
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see "details")` : ''
  const says = first ? `${first.path || where} ${first.message}${rest}.` : `The ${where} is not valid.`
  return new InvalidError(`${where}.invalid`, says, { details })
}

/** Text that PostgreSQL cannot hold: the character NUL, and halves of characters that JSON can spell. */
function untextual(value: unknown): Fault[] {
  const faults: Fault[] = []
  // Not recursive: JSON may be nested deeper than the stack is.
  const open: [path: string, value: unknown][] = [['', value]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, found] = next
    if (typeof found === 'string' && !isText(found)) {
      faults.push({ path, message: 'contains a character that is not text' })
    }
    if (found === null || typeof found !== 'object') continue
    for (const [name, inner] of Object.entries(found)) {
      const place = path ? `${path}.${name}` : name
      if (!isText(name)) faults.push({ path, message: 'has a name with a character that is not text' })
      open.push([place, inner])
    }
  }
  return faults.slice(0, mostFaults)
}

function isText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A union fails once per branch; the same sentence is said once. */
function uniqueFaults(errors: ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    if (error.keyword === 'if') continue
    const fault = toFault(error)
    faults.set(`${fault.path} ${fault.message}`, fault)
    if (faults.size === mostFaults) break
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
    case 'enum':
      return { path, message: `must be one of ${params.allowedValues.join(', ')}` }
    case 'format':
      return { path, message: formatFaults[params.format] ?? `must be a valid ${params.format}` }
    default:
      return { path, message: message ?? 'is not valid' }
  }
}

const formatFaults: Record<string, string> = {
  country: 'must be a country’s code of two letters (ISO 3166-1), like ES',
  'time-zone': 'must be an IANA time zone, like Europe/Madrid',
  'date-time': 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z',
  date: 'must be a date, like 2026-11-15',
}

export function isTimeZone(name: string): boolean {
  try {
    // An offset like +02:00 is a valid argument there, but knows no daylight saving: only names count.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
