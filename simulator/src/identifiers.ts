// IMEIs of simulated trackers: fifteen digits with a valid check digit.

const IMEI_DIGITS = 15

/** The IMEI number `index` after a prefix of digits. */
export function imeiOf(prefix: string, index: number): string {
  if (!/^\d{1,12}$/.test(prefix)) throw new RangeError(`"${prefix}" is not a prefix of 1 to 12 digits`)
  const serial = String(index)
  const serialDigits = IMEI_DIGITS - 1 - prefix.length
  if (serial.length > serialDigits)
    throw new RangeError(`no room for number ${index} after prefix "${prefix}"`)
  const digits = prefix + serial.padStart(serialDigits, '0')
  return digits + luhnDigit(digits)
}

export function imeisOf(prefix: string, count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => imeiOf(prefix, first + index))
}

/** The digit that makes the sum divisible by ten, with every second digit from the right doubled. */
function luhnDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighted = index % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}
