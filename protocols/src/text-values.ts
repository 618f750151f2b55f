// Parses values in texts of trackers, where fields are often empty or broken.
import { instantOfParts, roundTo } from './measures.ts'

const BLANK = 0x20
const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
/** A number represents no more of them exactly. */
const MAX_DIGITS = 15

const powersOfTen = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power)

/**
 * Digits with at most one point, optionally a sign and surrounding blanks; undefined for everything else. Decimals beyond
 * what a number represents are ignored: software that prints its floating-point numbers sends 17 digits.
 */
export function decimalOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  let at = 0
  let end = text.length
  while (at < end && text.charCodeAt(at) === BLANK) at++
  while (end > at && text.charCodeAt(end - 1) === BLANK) end--
  const sign = text.charCodeAt(at)
  if (sign === MINUS || sign === PLUS) at++
  let value = 0
  let digits = 0
  let pointAfter = -1
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && pointAfter < 0) {
      pointAfter = digits
      continue
    }
    const digit = code - ZERO
    if (!(digit >= 0 && digit <= 9)) return undefined
    if (pointAfter >= 0 && digits >= MAX_DIGITS) continue
    value = value * 10 + digit
    digits++
  }
  if (digits === 0 || digits > MAX_DIGITS) return undefined
  if (pointAfter >= 0) value /= powersOfTen[digits - pointAfter]!
  return sign === MINUS ? -value : value
}

/** A whole number in hexadecimal digits, of 32 bits at most. */
export function hexadecimalOf(text: string | undefined): number | undefined {
  if (!text || text.length > 8) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = hexadecimalDigit(text.charCodeAt(at))
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

export function isDigits(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > max) return false
  for (let at = 0; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= ZERO && code <= 0x39
}

export function isLetter(code: number | undefined): boolean {
  return code !== undefined && (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

/** Two digits of a date or a time; NaN for anything else, which invalidates a date. */
export function pairAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** From ddmmyy and hhmmss, as most clones write them. */
export function instantOfDayFirst(date: string, time: string): Date | undefined {
  if (date.length !== 6 || time.length !== 6) return undefined
  return instantOfParts(
    pairAt(date, 4),
    pairAt(date, 2),
    pairAt(date, 0),
    pairAt(time, 0),
    pairAt(time, 2),
    pairAt(time, 4),
  )
}

/** From ddmm.mmmm or dddmm.mmmm as receivers print it, with its hemisphere; degrees may have fewer digits. */
export function degreesOf(text: string | undefined, hemisphere: string | undefined): number | undefined {
  const value = decimalOf(text)
  if (value === undefined || value < 0) return undefined
  const degrees = Math.floor(value / 100)
  return signedDegrees(degrees, value - degrees * 100, hemisphere)
}

/** Undefined for minutes beyond 60, or without a hemisphere: a wrong position is worse than none. */
export function signedDegrees(
  degrees: number,
  minutes: number,
  hemisphere: string | undefined,
): number | undefined {
  if (!(minutes < 60)) return undefined
  const value = roundTo(degrees + minutes / 60, 7)
  if (hemisphere === 'N' || hemisphere === 'E') return value
  return hemisphere === 'S' || hemisphere === 'W' ? 0 - value : undefined
}

/** The inverse: 2333.0312 for 23.55052 degrees. Whole ten-thousandths, so that minutes stay below 60. */
export function degreesAndMinutes(value: number, degreeDigits: number): string {
  const units = Math.round(Math.abs(value) * 600_000)
  const degrees = String(Math.floor(units / 600_000)).padStart(degreeDigits, '0')
  const minutes = String(units % 600_000).padStart(6, '0')
  return `${degrees}${minutes.slice(0, 2)}.${minutes.slice(2)}`
}

/** Parts of an instant in UTC, two digits each: `ymdhis` as in PHP, where y is the year of the century. */
export function twoDigits(at: Date, parts: string): string {
  let text = ''
  for (const part of parts) text += String(partOf(at, part)).padStart(2, '0')
  return text
}

function partOf(at: Date, part: string): number {
  if (part === 'y') return at.getUTCFullYear() % 100
  if (part === 'm') return at.getUTCMonth() + 1
  if (part === 'd') return at.getUTCDate()
  if (part === 'h') return at.getUTCHours()
  return part === 'i' ? at.getUTCMinutes() : at.getUTCSeconds()
}

/** Negative for other characters. */
export function hexadecimalDigit(code: number): number {
  if (isDigit(code)) return code - ZERO
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
