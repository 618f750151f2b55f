// The language of e-mails to users who have not chosen one: that of their country, if the interface has it.

import type { Language } from './mail.types.ts'

const spanish = 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' ')
const portuguese = 'AO BR CV GW MZ PT ST TL'.split(' ')

export function languageOfCountry(country: string | null): Language {
  if (country === null) return 'en'
  if (spanish.includes(country)) return 'es'
  return portuguese.includes(country) ? 'pt' : 'en'
}
