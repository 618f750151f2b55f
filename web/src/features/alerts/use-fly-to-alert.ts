import type { Alert } from '@rastro/client'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { isInFreePart } from '../../map/insets.ts'
import { useMap } from '../../map/use-map.tsx'
import type { SheetStop } from '../../ui/sheet-stops.ts'

const closeZoom = 12
/** Half of the marker and some space. */
const aroundPx = 30

export function flyToAlert(
  map: MapLibre,
  { latitude, longitude }: Pick<Alert, 'latitude' | 'longitude'>,
): void {
  if (latitude === null || longitude === null) return
  map.easeTo({
    center: [longitude, latitude],
    zoom: Math.max(map.getZoom(), closeZoom),
  })
}

/** Once per opened alert: later movements of the user are kept. The sheet of a phone must not cover the alert. */
export function useFlight(alert: Alert | undefined, sheet: SheetStop): void {
  const map = useMap()
  const hasFlown = useRef(false)
  useEffect(() => {
    if (!map || !alert || hasFlown.current) return
    hasFlown.current = true
    flyToAlert(map, alert)
  }, [map, alert])

  const { latitude = null, longitude = null } = alert ?? {}
  const shownAt = useRef(sheet)
  useEffect(() => {
    if (shownAt.current === sheet) return
    shownAt.current = sheet
    if (!map || latitude === null || longitude === null) return
    const center: [number, number] = [longitude, latitude]
    if (!isInFreePart(map, center, aroundPx)) map.easeTo({ center })
  }, [map, sheet, latitude, longitude])
}
