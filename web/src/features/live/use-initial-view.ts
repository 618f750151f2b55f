// Without a camera in the URL, shows the whole fleet.

import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useFleetState } from '../../live/use-fleet.tsx'

const marginPx = 60
const closestZoom = 11

export function useInitialView(map: MapLibre | undefined, hasCoordinates: boolean): void {
  const bounds = useFleetState((state) => state.bounds)
  const hasLooked = useRef(hasCoordinates)
  useEffect(() => {
    if (!map || !bounds || hasLooked.current) return
    hasLooked.current = true
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: marginPx, maxZoom: closestZoom, animate: false })
  }, [map, bounds])
}
