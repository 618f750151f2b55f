import type { Alert } from '@rastro/client'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'

const closeZoom = 12
/** From this width on, the detail is shown beside the list. */
const besideFromPx = 1_100
const detailPx = 400

/** The padding covers the list; the detail beside it needs the same width again. */
export function flyToAlert(
  map: MapLibre,
  { latitude, longitude }: Pick<Alert, 'latitude' | 'longitude'>,
): void {
  if (latitude === null || longitude === null) return
  map.easeTo({
    center: [longitude, latitude],
    zoom: Math.max(map.getZoom(), closeZoom),
    offset: [innerWidth > besideFromPx ? detailPx / 2 : 0, 0],
  })
}

/** Once per opened alert: later movements of the user are kept. */
export function useFlight(alert: Alert | undefined): void {
  const map = useMap()
  const hasFlown = useRef(false)
  useEffect(() => {
    if (!map || !alert || hasFlown.current) return
    hasFlown.current = true
    flyToAlert(map, alert)
  }, [map, alert])
}
