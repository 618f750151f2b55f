// How a caller wants texts to be written: in which language, and with which units of distance.

import type { Language } from './accept-language.ts'
import { languageOf } from './accept-language.ts'

export const unitSystems = ['metric', 'imperial', 'nautical'] as const
export type UnitSystem = (typeof unitSystems)[number]

export interface Preferences {
  language: Language
  units: UnitSystem
}

const maxLength = 200

export function preferencesOf(headers: {
  'accept-language'?: string | undefined
  prefer?: string | string[] | undefined
}): Preferences {
  return { language: languageOf(headers['accept-language']), units: unitsOf(headers.prefer) }
}

/** By RFC 7240: `Prefer: units=imperial`, beside other preferences; unknown ones are ignored, and the first counts. */
function unitsOf(prefer: string | string[] | undefined): UnitSystem {
  const wanted = [prefer ?? ''].flat().join(',').slice(0, maxLength).toLowerCase()
  const [, value] = /(?:^|[,;\s])units\s*=\s*"?([a-z]+)/.exec(wanted) ?? []
  return unitSystems.find((one) => one === value) ?? 'metric'
}
