// Short lengths in the user's units, for radius fields.

import { useMemo } from 'react'
import type { Units } from '../../session/preferences.ts'
import { usePreferences } from '../../session/preferences.ts'
import { useFormat } from '../../ui/use-format.ts'

const units = {
  metric: { perM: 1, mark: 'm', digits: 1 },
  imperial: { perM: 3.280_839_895, mark: 'ft', digits: 1 },
  nautical: { perM: 1 / 1_852, mark: 'NM', digits: 4 },
} as const satisfies Record<Units, { perM: number; mark: string; digits: number }>

export function useLengths() {
  const preferences = usePreferences()
  const format = useFormat()
  return useMemo(() => {
    const { perM, mark, digits } = units[preferences.units]
    const separator = format.number(1.5).replaceAll(/\d/g, '')
    return {
      mark,
      digits,
      separator,
      shown: (metres: number) => Number((metres * perM).toFixed(digits)),
      metres: (value: number) => value / perM,
      format: (metres: number) =>
        preferences.units === 'metric' && metres >= 10_000
          ? format.distance(metres)
          : `${format.number(metres * perM, { maximumFractionDigits: metres < 10 ? 1 : digits > 1 ? 2 : 0 })} ${mark}`,
    }
  }, [preferences.units, format])
}
