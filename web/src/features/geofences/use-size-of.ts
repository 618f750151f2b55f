import { useTranslation } from 'react-i18next'
import type { Shape } from '../../live/shape.ts'
import { usePreferences } from '../../session/preferences.ts'
import { useFormat } from '../../ui/use-format.ts'
import { areaText } from './area-text.ts'
import { areaM2Of, lengthMOf } from './shape-size.ts'
import { useLengths } from './use-lengths.ts'

/** The kind and size of a shape in a few words. */
export function useSizeOf(): (shape: Shape) => string {
  const { t } = useTranslation('geofences')
  const { units } = usePreferences()
  const { number } = useFormat()
  const lengths = useLengths()
  return (shape) => {
    const { geometry, radiusM } = shape
    if (geometry.type === 'LineString') {
      const length = lengths.format(lengthMOf(geometry.coordinates))
      return t('size.corridor', { length, width: lengths.format(2 * (radiusM ?? 0)) })
    }
    const area = areaText(areaM2Of(shape), units, number)
    if (geometry.type === 'Point') return t('size.circle', { radius: lengths.format(radiusM ?? 0), area })
    return t('size.polygon', { area })
  }
}
