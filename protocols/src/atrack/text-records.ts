// Records as text, one per line, in the order of those in bytes.
import { instantOf, instantOfParts } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, isDigits, pairAt } from '../text-values.ts'
import { fieldOf, namesOf } from './form.ts'
import { locationOf } from './location.ts'

/** Up to the second temperature. */
const LEAST_FIELDS = 16
const CUSTOM_AT = 17
const MAX_TEXT_LENGTH = 300
const CENTURY = 20

export function readTextRecord(fields: readonly string[]): Location | undefined {
  const [longitude, latitude] = [decimalOf(fields[3]), decimalOf(fields[4])]
  if (fields.length < LEAST_FIELDS || longitude === undefined || latitude === undefined) return undefined
  const value = (index: number) => decimalOf(fields[index]) ?? 0
  const location = locationOf({
    fixedAt: instantOfField(fields[0]!),
    clockAt: instantOfField(fields[1]!),
    longitude,
    latitude,
    course: decimalOf(fields[5]) ?? Number.NaN,
    report: value(6),
    mileage: value(7),
    hdop: value(8),
    inputs: value(9),
    speedKmh: value(10),
    outputs: value(11),
    analogMv: value(12),
    driver: textOf(fields[13]),
    temperature: value(14),
    temperature2: value(15),
    text: textOf(fields[16]),
  })
  keepCustom(location, fields.slice(CUSTOM_AT))
  return location
}

/** Seconds, or yyyymmddhhmmss. */
function instantOfField(text: string): Date | undefined {
  if (!isDigits(text, 14, 14)) {
    const seconds = decimalOf(text) ?? 0
    return seconds > 0 ? instantOf(seconds * 1000) : undefined
  }
  if (pairAt(text, 0) !== CENTURY) return undefined
  const [year, month, day] = [pairAt(text, 2), pairAt(text, 4), pairAt(text, 6)]
  return instantOfParts(year, month, day, pairAt(text, 8), pairAt(text, 10), pairAt(text, 12))
}

function textOf(field = ''): string {
  return field
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
}

/** With the form of the unit in front each value has its name; otherwise they are kept together. */
function keepCustom(location: Location, fields: readonly string[]): void {
  const form = textOf(fields[0])
  if (!form.startsWith('%')) {
    const custom = textOf(fields.join())
    if (/[^,]/.test(custom)) location.attributes.custom = custom
    return
  }
  for (const [index, name] of namesOf(form).entries()) {
    const text = textOf(fields[index + 1])
    const field = fieldOf(name)
    if (field) field.keep(location, field.bytes === undefined ? text : (decimalOf(text) ?? text))
    else if (text && /^[A-Z][A-Z\d]{1,3}$/.test(name)) location.attributes[name] = decimalOf(text) ?? text
  }
}
