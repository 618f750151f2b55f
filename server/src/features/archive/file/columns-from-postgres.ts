// Parses array literals as PostgreSQL prints them, by character codes: a string for every element would take longer than
// the query.

import type { ArchivedRows, NullableInts } from './archived-rows.types.ts'
import type { ArrayLiterals } from './array-literals.types.ts'

const minus = 45
const zero = 48
const nine = 57
const comma = 44
const upperN = 78
const quote = 34
const backslash = 92

export function fromArrayLiterals(literals: ArrayLiterals): ArchivedRows {
  const { count } = literals
  return {
    count,
    accountId: intsOf(literals.accountId, count),
    deviceNumber: intsOf(literals.deviceNumber, count),
    fixedAtMs: parseNumbers(literals.fixedAtMs, new Float64Array(count)),
    receivedAtMs: parseNumbers(literals.receivedAtMs, new Float64Array(count)),
    fingerprint: intsOf(literals.fingerprint, count),
    latitudeE7: nullableIntsOf(literals.latitudeE7, count),
    longitudeE7: nullableIntsOf(literals.longitudeE7, count),
    altitudeM: nullableIntsOf(literals.altitudeM, count),
    speedTenthKmh: nullableIntsOf(literals.speedTenthKmh, count),
    courseTenthDeg: nullableIntsOf(literals.courseTenthDeg, count),
    accuracyM: nullableIntsOf(literals.accuracyM, count),
    satellites: nullableIntsOf(literals.satellites, count),
    more: textsOf(literals.more, count),
  }
}

function intsOf(literal: string, count: number): Int32Array {
  return parseNumbers(literal, new Int32Array(count))
}

function nullableIntsOf(literal: string, count: number): NullableInts {
  const values = new Int32Array(count)
  if (!literal.includes('N')) return { values: parseNumbers(literal, values), isNull: undefined }
  const isNull = new Uint8Array(count)
  parseNumbers(literal, values, isNull)
  return { values, isNull }
}

/** Whole numbers. Throws if one is null and `isNull` is absent. */
function parseNumbers<Values extends Int32Array | Float64Array>(
  literal: string,
  values: Values,
  isNull?: Uint8Array,
): Values {
  let at = 1
  for (let row = 0; row < values.length; row += 1) {
    if (isNull && literal.charCodeAt(at) === upperN) {
      isNull[row] = 1
      at += 'NULL'.length
    } else {
      const isNegative = literal.charCodeAt(at) === minus
      if (isNegative) at += 1
      const start = at
      let value = 0
      for (let code = literal.charCodeAt(at); code >= zero && code <= nine; code = literal.charCodeAt(at)) {
        value = value * 10 + code - zero
        at += 1
      }
      if (at === start) throw malformed()
      values[row] = isNegative ? -value : value
    }
    at = afterElement(literal, at, row === values.length - 1)
  }
  requireEnd(literal, at)
  return values
}

/** The index of the next element, or of the closing brace. */
function afterElement(literal: string, at: number, isLast: boolean): number {
  if (isLast) return at
  if (literal.charCodeAt(at) !== comma) throw malformed()
  return at + 1
}

function requireEnd(literal: string, at: number): void {
  const isWhole = literal.startsWith('{') && at === literal.length - 1 && literal.endsWith('}')
  if (!isWhole) throw malformed()
}

function malformed(): Error {
  return new Error('PostgreSQL printed another array than expected')
}

function textsOf(literal: string, count: number): (string | null)[] {
  const texts = new Array<string | null>(count)
  let at = 1
  for (let row = 0; row < count; row += 1) {
    const isQuoted = literal.charCodeAt(at) === quote
    const end = isQuoted ? afterQuoted(literal, at) : endOfPlain(literal, at)
    const element = literal.slice(at, end)
    texts[row] = isQuoted ? unquoted(element) : plainOf(element)
    at = afterElement(literal, end, row === count - 1)
  }
  requireEnd(literal, at)
  return texts
}

/** Searched natively: most quotes of JSON are not followed by a comma. */
function afterQuoted(literal: string, start: number): number {
  let at = literal.indexOf('",', start + 1)
  while (at !== -1 && isEscaped(literal, at)) at = literal.indexOf('",', at + 1)
  if (at !== -1) return at + 1
  const last = literal.length - 2
  if (last <= start || literal.charCodeAt(last) !== quote || isEscaped(literal, last)) throw malformed()
  return last + 1
}

function isEscaped(literal: string, at: number): boolean {
  let backslashes = 0
  while (literal.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
  return backslashes % 2 === 1
}

/** Quotes and backslashes are escaped as in JSON, which is twice as fast. */
function unquoted(element: string): string {
  try {
    return JSON.parse(element) as string
  } catch {
    // A control character. PostgreSQL escapes them in JSON, but not in other texts.
    return element.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
  }
}

/** Elements without special characters are not quoted: numbers, for example. */
function endOfPlain(literal: string, start: number): number {
  const end = literal.indexOf(',', start)
  return end === -1 ? literal.length - 1 : end
}

function plainOf(element: string): string | null {
  if (element === '') throw malformed()
  return element === 'NULL' ? null : element
}
