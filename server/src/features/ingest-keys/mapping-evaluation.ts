// Evaluates a mapping on a payload. Any input becomes locations or faults, never an exception. Runs in a thread that is
// ended if it takes too long.

import {
  booleanOf,
  courseOf,
  identifierOf,
  isAlarmName,
  isPosition,
  keepAttribute,
  numberOf,
  whenOf,
} from '@rastro/protocols'
import type {
  BooleanField,
  FieldName,
  MappedLocation,
  Mapping,
  MappingFault,
  MappingInput,
  MappingResult,
  NumberField,
} from './mapping.types.ts'
import { booleanFields, numberFields, numberRanges } from './mapping.types.ts'
import { parseExpression } from './mapping-language.ts'

const maxItems = 1_000
const maxFaults = 20
const maxDepth = 32
const maxAlerts = 8
/** Of the locations of a payload, as JSON. */
const maxResultBytes = 1_048_576

type Expression = (variables: Record<string, unknown>) => unknown
export interface CompiledMapping {
  items: Expression | undefined
  fields: [field: string, evaluate: Expression][]
}

/** The faults of the expressions themselves: none if they can be evaluated. */
export function checkMapping(mapping: Mapping): MappingFault[] {
  return expressionsOf(mapping).flatMap(([field, text]) => {
    try {
      parseExpression(text)
      return []
    } catch (error) {
      return [faultOf(error, field)]
    }
  })
}

export function compileMapping(mapping: Mapping): CompiledMapping {
  const fields = expressionsOf(mapping)
    .filter(([field]) => field !== 'items')
    .map(([field, text]): [string, Expression] => [field, parseExpression(text)])
  return { items: mapping.items === undefined ? undefined : parseExpression(mapping.items), fields }
}

function expressionsOf({ attributes = {}, ...fields }: Mapping): [field: string, text: string][] {
  const named = Object.entries(attributes).map(([name, text]): [string, string] => [
    `attributes.${name}`,
    text,
  ])
  return [...Object.entries(fields), ...named]
}

export function evaluateMapping({ items, fields }: CompiledMapping, input: MappingInput): MappingResult {
  const body = payloadOf(input)
  if (body instanceof Error) return refused('payload', body.message)
  const { query, topic } = input
  let list: unknown = Array.isArray(body) ? body : [body]
  if (items) {
    try {
      list = items({ body, item: body, query, topic })
    } catch (error) {
      return { locations: [], faults: [faultOf(error, 'items')] }
    }
  }
  if (!Array.isArray(list)) return refused('items', 'This is not a list.')
  if (list.length > maxItems) return refused('items', `At most ${maxItems} items; these are ${list.length}.`)
  const result: MappingResult = { locations: [], faults: [] }
  let bytes = 0
  for (const [index, item] of list.entries()) {
    const read = readItem(fields, { body, item, query, topic })
    if ('faults' in read) result.faults.push(...read.faults.map((fault) => ({ item: index, ...fault })))
    else result.locations.push(read)
    if (result.faults.length >= maxFaults) break
    bytes += JSON.stringify(read).length
    if (bytes > maxResultBytes) return refused('items', 'The locations are too large.')
  }
  return result
}

function refused(field: string, message: string): MappingResult {
  return { locations: [], faults: [{ field, message }] }
}

function readItem(
  fields: CompiledMapping['fields'],
  variables: Record<string, unknown>,
): MappedLocation | { faults: MappingFault[] } {
  const location: MappedLocation = { identifier: '' }
  const faults: MappingFault[] = []
  for (const [field, evaluate] of fields) {
    try {
      const value = evaluate(variables)
      const why = value === null || value === '' ? undefined : keepValue(location, field, value)
      if (why) faults.push({ field, message: `${shown(value)} ${why}.` })
    } catch (error) {
      // A missing value is unknown, except that of the identifier.
      if (field === 'identifier' || !isMissing(error)) faults.push(faultOf(error, field))
    }
  }
  if (location.identifier === '' && faults.length === 0)
    faults.push({ field: 'identifier', message: 'The identifier is empty.' })
  if (faults.length === 0) faults.push(...placeFaults(location))
  return faults.length > 0 ? { faults } : location
}

/** 0,0 is no fix. */
function placeFaults(location: MappedLocation): MappingFault[] {
  const { latitude, longitude } = location
  if (latitude === undefined && longitude === undefined) return []
  if (latitude === undefined || longitude === undefined) {
    const field = latitude === undefined ? 'latitude' : 'longitude'
    return [{ field, message: `The ${field} is missing, but not the other coordinate.` }]
  }
  if (!isPosition(latitude, longitude)) {
    delete location.latitude
    delete location.longitude
  }
  return []
}

/** Returns what the value is not. */
function keepValue(location: MappedLocation, field: string, value: unknown): string | undefined {
  if (field.startsWith('attributes.')) return keepOwn(location, field.slice('attributes.'.length), value)
  return (keepers[field as FieldName] ?? keepNothing)(location, value)
}

type Keep = (location: MappedLocation, value: unknown) => string | undefined

const keepNothing: Keep = () => 'is not a field'

const keepNumber =
  (field: NumberField | 'latitude' | 'longitude', [min, max]: readonly [number, number]): Keep =>
  (location, value) => {
    const number = typeof value === 'bigint' ? Number(value) : numberOf(value)
    if (number === undefined) return 'is not a number'
    if (number < min || number > max) return `is not between ${min} and ${max}`
    location[field] = field === 'course' ? (courseOf(number) ?? 0) : number
    return undefined
  }

const keepBoolean =
  (field: BooleanField): Keep =>
  (location, value) => {
    const boolean = booleanOf(typeof value === 'bigint' ? Number(value) : value)
    if (boolean === undefined) return 'is not true or false'
    location[field] = boolean
    return undefined
  }

const keepers: Partial<Record<FieldName, Keep>> = {
  identifier(location, value) {
    const identifier = identifierOf(typeof value === 'bigint' ? String(value) : value)
    if (identifier === undefined) return 'is not an identifier'
    location.identifier = identifier
    return undefined
  },
  dateTime(location, value) {
    const at = value instanceof Date ? value : whenOf(typeof value === 'bigint' ? Number(value) : value)
    if (!at || Number.isNaN(at.getTime())) return 'is not a time'
    location.dateTime = at.toISOString()
    return undefined
  },
  alerts(location, value) {
    const names = typeof value === 'string' ? value.split(',', maxAlerts) : value
    if (!Array.isArray(names)) return 'is not an alarm'
    const unknown = names.find((name) => typeof name !== 'string' || !isAlarmName(name.trim()))
    if (unknown !== undefined) return `contains an unknown alarm, ${shown(unknown)}`
    if (names.length > 0) location.alerts = names.slice(0, maxAlerts).map((name) => String(name).trim())
    return undefined
  },
  latitude: keepNumber('latitude', [-90, 90]),
  longitude: keepNumber('longitude', [-180, 180]),
  ...Object.fromEntries(numberFields.map((field) => [field, keepNumber(field, numberRanges[field])])),
  ...Object.fromEntries(booleanFields.map((field) => [field, keepBoolean(field)])),
}

function keepOwn(location: MappedLocation, name: string, value: unknown): string | undefined {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (typeof plain === 'object') return 'is not a text, a number, true or false'
  const holder = { valid: true, alarms: [], attributes: location.attributes ?? {} }
  keepAttribute(holder, name, plain)
  location.attributes = holder.attributes
  return undefined
}

/** The body as JSON, as a form, or nothing for a request that has only a query. */
function payloadOf({ body, isForm }: MappingInput): unknown {
  if (isForm) return Object.fromEntries(new URLSearchParams(body))
  if (body.trim() === '') return {}
  try {
    const payload: unknown = JSON.parse(body)
    return isDeeper(payload, maxDepth) ? new Error(`The payload is nested deeper than ${maxDepth}.`) : payload
  } catch (error) {
    return new Error(
      `The payload is not JSON: ${error instanceof Error ? error.message : error}`.slice(0, 200),
    )
  }
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeeper(inner, left - 1))
}

interface LanguageFault {
  code?: string
  summary?: string
  message?: string
  range?: { start: number; end: number } | undefined
}

function isMissing(error: unknown): boolean {
  const { code } = error as LanguageFault
  return code === 'no_such_key' || code === 'index_out_of_bounds'
}

function faultOf(error: unknown, field: string): MappingFault {
  const { summary, message, range } = error as LanguageFault
  const text = (summary ?? message ?? 'This expression cannot be evaluated').slice(0, 200)
  return { field, message: text, ...(range && { start: range.start, end: range.end }) }
}

function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
