// How e-mails name a spending cap: what it counts, and for how long.

import type { Language } from './mail.types.ts'

const kinds: Record<Language, Record<string, string>> = {
  en: { email: 'e-mails', sms: 'SMS', message: 'messages by push, Telegram and chat', money: 'spending' },
  es: { email: 'correos', sms: 'SMS', message: 'mensajes por push, Telegram y chat', money: 'gasto' },
  pt: { email: 'e-mails', sms: 'SMS', message: 'mensagens por push, Telegram e chat', money: 'gastos' },
}

const periods: Record<Language, Record<string, string>> = {
  en: { day: 'today', month: 'this month' },
  es: { day: 'de hoy', month: 'de este mes' },
  pt: { day: 'de hoje', month: 'deste mês' },
}

const subjects: Record<Language, Record<string, (name: string) => string>> = {
  en: {
    80: (name) => `80% of the cap for ${name} is used`,
    90: (name) => `the cap for ${name} is reached`,
    100: (name) => `the cap for ${name} is used up`,
  },
  es: {
    80: (name) => `se usó el 80 % del tope de ${name}`,
    90: (name) => `se alcanzó el tope de ${name}`,
    100: (name) => `se agotó el tope de ${name}`,
  },
  pt: {
    80: (name) => `80% do limite de ${name} foi usado`,
    90: (name) => `o limite de ${name} foi atingido`,
    100: (name) => `o limite de ${name} se esgotou`,
  },
}

/** Of an e-mail about a cap of an account or a reseller; `percent` is 80, 90 or 100. */
export function capSubject(
  language: Language,
  product: string,
  values: Record<string, string | undefined>,
): string {
  const subject = subjects[language][values.percent ?? '']
  return subject ? `${product}: ${subject(capName(language, values))}` : ''
}

/** For example "e-mails today". */
export function capName(language: Language, { kind, period }: Record<string, string | undefined>): string {
  return `${pick(kinds[language], kind)} ${pick(periods[language], period)}`
}

/** The text for a value of the e-mail. */
export function pick(texts: Record<string, string>, key: string | undefined): string {
  return texts[key ?? ''] ?? ''
}
