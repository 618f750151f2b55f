// IMEIs of trackers that do not exist: fifteen digits, the last of them a right check digit.

const IMEI_DIGITS = 15

/** The IMEI number `index` behind a prefix of digits. */
export function imeiOf(prefix: string, index: number): string {
  if (!/^\d{1,12}$/.test(prefix)) throw new RangeError(`"${prefix}" is not a prefix of 1 to 12 digits`)
  const serial = String(index)
  const room = IMEI_DIGITS - 1 - prefix.length
  if (serial.length > room) throw new RangeError(`behind "${prefix}" there is no room for number ${index}`)
  const digits = prefix + serial.padStart(room, '0')
  return digits + luhnDigit(digits)
}

export function imeisOf(prefix: string, count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => imeiOf(prefix, first + index))
}

/** The digit that makes the whole divisible by ten, every second digit from the right counted twice. */
function luhnDigit(digits: string): string {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighted = place % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}
