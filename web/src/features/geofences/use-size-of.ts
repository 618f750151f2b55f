import type { Geofence } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { countPositions } from './shape-edit.ts'
import { shapeOf } from './use-geofences.ts'
import { useLengths } from './use-lengths.ts'

/** The kind and size of a shape in a few words. */
export function useSizeOf(): (geofence: Pick<Geofence, 'geometry' | 'radius' | 'type'>) => string {
  const { t } = useTranslation('geofences')
  const lengths = useLengths()
  return (geofence) => {
    const { geometry, radiusM } = shapeOf(geofence)
    if (geofence.type === 'polygon') {
      const rings = geometry.type === 'Polygon' ? geometry.coordinates.length : 0
      const parts = geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().length : rings
      return t('size.polygon', { count: countPositions(geometry) - parts })
    }
    return t(`size.${geofence.type}`, { length: lengths.format(radiusM ?? 0) })
  }
}
