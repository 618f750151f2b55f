// UEX, data of a device on the serial port: it may contain CR and `;`, and is preceded by its length.
import { fieldAt } from './headers.ts'

const CR = 0x0d
const U = 0x55
const LONGEST = 1024
/** Legacy: the length follows the I/O field, at this field number. */
const legacyFields: Readonly<Record<string, number>> = { SA200: 15, ST200: 15, ST500: 15, ST600: 20 }
const USUAL_LEGACY_FIELDS = 16
/** Universal: id and mask, then one field for each bit below that of the length. */
const LENGTH_BIT = 19

/** Where the data end, once their length is known. Undefined if it is not UEX, or has no length. */
export function userDataOf(bytes: Buffer): { kind: 'end'; from: number; end: number } | More | undefined {
  const type = typeOf(bytes)
  if (type === undefined) return undefined
  const cr = bytes.indexOf(CR)
  const end = cr < 0 ? bytes.length : cr
  const fields = type === '' ? universalFields(bytes, end) : (legacyFields[type] ?? USUAL_LEGACY_FIELDS)
  const missing: More | undefined = cr < 0 ? { kind: 'more', needBytes: bytes.length + 1 } : undefined
  if (fields === undefined) return missing
  const lengthAt = fieldAt(bytes, fields, end)
  const dataAt = fieldAt(bytes, fields + 1, end)
  if (lengthAt < 0 || dataAt < 0) return missing
  const length = Number(bytes.toString('latin1', lengthAt, dataAt - 1))
  return Number.isInteger(length) && length >= 0 && length <= LONGEST
    ? { kind: 'end', from: dataAt, end: dataAt + length }
    : undefined
}

interface More {
  kind: 'more'
  needBytes: number
  end?: undefined
}

/** The family, empty for the universal one; undefined if it is not UEX. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes[0] !== U && bytes[1] !== U && bytes[5] !== U) return undefined
  const start = bytes.toString('latin1', 0, 9)
  if (start.startsWith('UEX;') || start.startsWith('AUEX;')) return ''
  return start.endsWith('UEX;') ? start.slice(0, 5) : undefined
}

function universalFields(bytes: Buffer, end: number): number | undefined {
  const maskAt = fieldAt(bytes, 2, end)
  const maskEnd = fieldAt(bytes, 3, end)
  if (maskAt < 0 || maskEnd < 0) return undefined
  const mask = Number.parseInt(bytes.toString('latin1', maskAt, maskEnd - 1), 16)
  let fields = 3
  for (let bit = 1; bit < LENGTH_BIT; bit++) fields += (mask >>> bit) & 1
  return fields
}
