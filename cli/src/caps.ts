// Spending caps on the command line, also of operators: their names, and numbers as they are typed and shown.

export const capTitles = {
  emailsPerDay: 'e-mails per day',
  emailsPerMonth: 'e-mails per month',
  smsPerDay: 'SMS per day',
  smsPerMonth: 'SMS per month',
  moneyPerDay: 'money per day',
  moneyPerMonth: 'money per month',
}

/** Money is in millionths of the currency. Undefined if the text is no such number. */
export function parseLimit(name: string, text: string): number | undefined {
  const isMoney = name.startsWith('money')
  const isValid = isMoney ? /^\d{1,9}(\.\d{1,6})?$/.test(text) : /^\d{1,12}$/.test(text)
  return isValid ? Math.round(Number(text) * (isMoney ? 1e6 : 1)) : undefined
}

/** What must be typed. */
export function describeLimit(name: string): string {
  return name.startsWith('money') ? 'an amount like 12.50' : 'a whole number'
}

export function formatLimit(name: string, value: number, currency: string): string {
  return name.startsWith('money') ? `${(value / 1e6).toFixed(2)} ${currency}`.trim() : String(value)
}
