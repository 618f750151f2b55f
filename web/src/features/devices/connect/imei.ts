// IMEIs: fifteen digits, the last of which is a check digit.

const imeiDigits = 15

/** The Luhn check digit: doubles every second digit from the right and completes the sum to a multiple of ten. */
export function checkDigitOf(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighted = at % 2 === 0 ? digit * 2 : digit
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

/** A random IMEI for trying without a tracker, which `rastro tracker` can simulate too: its serial number ends in 00. */
export function randomImei(random = Math.random): string {
  const prefix = `35630${Array.from({ length: prefixDigits - 5 }, () => Math.floor(random() * 10)).join('')}`
  return `${prefix}00${checkDigitOf(`${prefix}00`)}`
}
