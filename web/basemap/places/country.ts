// The ISO 3166-1 code of the country of a region.
import type { StateProperties } from '../states.ts'

/** Natural Earth has no code of these. */
const codesByArea: Record<string, string> = {
  KOS: 'XK',
  CYN: 'CY',
  SOL: 'SO',
  KAS: 'IN',
  KAB: 'KZ',
  USG: 'CU',
  SAH: 'EH',
  WSB: 'CY',
  ESB: 'CY',
  CLP: 'FR',
  CSI: 'AU',
}

/** Subdivisions that have a code of a country of their own. */
const codesBySubdivision: Record<string, string> = {
  'FR-GF': 'GF',
  'FR-GP': 'GP',
  'FR-MQ': 'MQ',
  'FR-RE': 'RE',
  'FR-YT': 'YT',
  'NL-BQ1': 'BQ',
  'NL-BQ2': 'BQ',
  'NL-BQ3': 'BQ',
  'NL-SX': 'SX',
  'NO-21': 'SJ',
  'US-PR': 'PR',
  '-99-X14~': 'CX',
  '-99-X15~': 'CC',
}

/** Empty if there is none. */
export function countryOf({ iso_a2, iso_3166_2, adm0_a3 }: StateProperties): string {
  const own = codesBySubdivision[iso_3166_2] ?? codesByArea[adm0_a3]
  if (own) return own
  // The subdivision decides, as ISO has it: Crimea is UA-43.
  const [country] = /^[A-Z]{2}(?=-)/.exec(iso_3166_2) ?? []
  return country ?? (/^[A-Z]{2}$/.test(iso_a2) ? iso_a2 : '')
}
