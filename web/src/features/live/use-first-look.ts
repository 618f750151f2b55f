// Who comes without a place in the address sees his whole fleet.

import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useSeen } from '../../live/use-fleet.tsx'

const marginPx = 60
const closestZoom = 11

export function useFirstLook(map: MapLibre | undefined, hasPlace: boolean): void {
  const bounds = useSeen((seen) => seen.bounds)
  const hasLooked = useRef(hasPlace)
  useEffect(() => {
    if (!map || !bounds || hasLooked.current) return
    hasLooked.current = true
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: marginPx, maxZoom: closestZoom, animate: false })
  }, [map, bounds])
}
