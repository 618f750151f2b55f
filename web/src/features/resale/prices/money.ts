const millionths = 1_000_000
const digits = 6

/** Whole millionths as an amount of the currency; prices of a day are fractions of a cent. */
export function moneyOf(amount: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    maximumFractionDigits: digits,
  }).format(amount / millionths)
}

/** What was typed, in whole millionths. */
export function toMillionths(amount: number): number {
  return Math.round(amount * millionths)
}

export function fromMillionths(amount: number): number {
  return amount / millionths
}
