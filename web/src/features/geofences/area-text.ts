import type { Units } from '../../session/preferences.ts'

type FormatNumber = (value: number, options?: Intl.NumberFormatOptions) => string

/** From this size on the larger unit is used. */
const units = {
  metric: { small: { perM2: 1, mark: 'm²' }, large: { perM2: 1e-6, mark: 'km²' }, fromM2: 100_000 },
  imperial: {
    small: { perM2: 1 / 4_046.856, mark: 'ac' },
    large: { perM2: 1 / 2_589_988, mark: 'mi²' },
    fromM2: 2_589_988,
  },
  nautical: {
    small: { perM2: 1, mark: 'm²' },
    large: { perM2: 1 / 3_429_904, mark: 'NM²' },
    fromM2: 342_990,
  },
} as const satisfies Record<Units, unknown>

/** 12,400 m², 2.4 km², 310 km²: three digits are enough to compare geofences. */
export function areaText(areaM2: number, system: Units, number: FormatNumber): string {
  const { small, large, fromM2 } = units[system]
  const { perM2, mark } = areaM2 < fromM2 ? small : large
  const value = areaM2 * perM2
  return `${number(value, value < 1_000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 })} ${mark}`
}
