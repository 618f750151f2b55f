// Converts loosely typed values of phones and operators (JSON, forms, XML), or returns undefined if they are invalid.
import { courseOf, instantOf } from './measures.ts'
import type { Location } from './protocol.types.ts'

const MAX_IDENTIFIER_LENGTH = 128
const MAX_ATTRIBUTES = 50
const MAX_TEXT_LENGTH = 500
const MAX_NUMBER_LENGTH = 100
/** As seconds it is the year 5138, as milliseconds 1973. Traccar's limit is 2^31, which fails in 2038. */
const FIRST_MILLISECONDS = 1e11

export function identifierOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const identifier = text.trim()
  if (identifier.length === 0 || identifier.length > MAX_IDENTIFIER_LENGTH) return undefined
  // PostgreSQL rejects NUL, and control characters are never intended.
  return /\p{Cc}|\p{Cs}/u.test(identifier) ? undefined : identifier
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  // A long text would take the expression a time that grows with the square of its length.
  if (typeof value !== 'string' || value.length > MAX_NUMBER_LENGTH) return undefined
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Clients send -1 for unknown. */
export function measureOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number >= 0 ? number : undefined
}

export function headingOf(value: unknown): number | undefined {
  const degrees = numberOf(value)
  return degrees === undefined ? undefined : courseOf(degrees)
}

export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1' || value === 1) return true
  return value === false || value === 'false' || value === '0' || value === 0 ? false : undefined
}

/** Seconds, milliseconds or ISO 8601; without a zone it is UTC. */
export function whenOf(value: unknown): Date | undefined {
  const number = numberOf(value)
  if (number !== undefined) return instantOf(number < FIRST_MILLISECONDS ? number * 1000 : number)
  if (typeof value !== 'string') return undefined
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[-+]\d\d:?\d\d)?$/.exec(
    value.trim(),
  )
  if (!parts) return undefined
  const at = new Date(`${parts[1]}T${parts[2]}${parts[3] ?? 'Z'}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Bounded in number and length: anyone who knows an identifier can write here. */
export function keepAttribute(location: Location, name: string, value: unknown): void {
  if (!/^[A-Za-z]\w{0,40}$/.test(name) || Object.keys(location.attributes).length >= MAX_ATTRIBUTES) return
  const kept = typeof value === 'string' ? (numberOf(value) ?? wordOf(value)) : value
  if (typeof kept === 'string') location.attributes[name] = kept.slice(0, MAX_TEXT_LENGTH)
  else if (typeof kept === 'boolean' || (typeof kept === 'number' && Number.isFinite(kept))) {
    location.attributes[name] = kept
  }
}

function wordOf(value: string): string | boolean {
  return value === 'true' ? true : value === 'false' ? false : value
}

/** Undefined if it is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
