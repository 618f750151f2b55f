// How e-mails name a spending cap: what it counts, and for how long.

import type { Language } from './mail.types.ts'

const kinds: Record<Language, Record<string, string>> = {
  en: { email: 'e-mails', sms: 'SMS', money: 'spending' },
  es: { email: 'correos', sms: 'SMS', money: 'gasto' },
  pt: { email: 'e-mails', sms: 'SMS', money: 'gastos' },
}

const periods: Record<Language, Record<string, string>> = {
  en: { day: 'today', month: 'this month' },
  es: { day: 'de hoy', month: 'de este mes' },
  pt: { day: 'de hoje', month: 'deste mês' },
}

/** For example "e-mails today". */
export function capName(language: Language, { kind, period }: Record<string, string | undefined>): string {
  return `${pick(kinds[language], kind)} ${pick(periods[language], period)}`
}

/** The text for a value of the e-mail. */
export function pick(texts: Record<string, string>, key: string | undefined): string {
  return texts[key ?? ''] ?? ''
}
