// IMEIs: fifteen digits, of which the last one tells whether the others were typed right.

const imeiDigits = 15

/** The digit that makes the whole divisible by ten, every second digit from the right counted twice (Luhn). */
export function checkDigitOf(digits: string): string {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighted = place % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}

export type ImeiHint = 'empty' | 'good' | 'wrongDigit' | 'wrongLength' | 'notDigits'

export function hintOf(typed: string): ImeiHint {
  const text = typed.trim()
  if (text === '') return 'empty'
  if (!/^\d+$/.test(text)) return 'notDigits'
  if (text.length !== imeiDigits) return 'wrongLength'
  return checkDigitOf(text.slice(0, -1)) === text.at(-1) ? 'good' : 'wrongDigit'
}

const prefixDigits = 12

/** An IMEI of no real unit, such as `rastro tracker` can play: its serial number is 00. */
export function madeUpImei(random = Math.random): string {
  const prefix = `35630${Array.from({ length: prefixDigits - 5 }, () => Math.floor(random() * 10)).join('')}`
  return `${prefix}00${checkDigitOf(`${prefix}00`)}`
}

/** What `rastro tracker --identifiers` takes to play exactly this one, where it can. */
export function simulatedPrefixOf(identifier: string): string | undefined {
  const isPlayable = hintOf(identifier) === 'good' && identifier.slice(prefixDigits, -1) === '00'
  return isPlayable ? identifier.slice(0, prefixDigits) : undefined
}
