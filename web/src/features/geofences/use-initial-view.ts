// Fits the map once: to all geofences, or to the fleet if there are none.

import type { Geofence } from '@rastro/client'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { nearTo } from '../../live/shape.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { boundsOfShape } from './outline.ts'
import { shapeOf } from './use-geofences.ts'

const marginPx = 50
const closestZoom = 14
/** Below this zoom the user has not chosen a view yet. */
const farZoom = 3

export function useInitialView(map: MapLibre | undefined, geofences: Geofence[]): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!map || geofences.length === 0 || hasLooked.current) return
    hasLooked.current = true
    const frames = geofences.map((one) => boundsOfShape(shapeOf(one)))
    const first = frames[0]![0]
    // Relative to the first one, so that shapes across the antimeridian do not zoom out to the whole earth.
    const shifts = frames.map(([west]) => nearTo(west, first) - west)
    const frame = (edge: 0 | 1 | 2 | 3, isMax: boolean) =>
      frames.reduce(
        (found, one, index) => {
          const value = one[edge] + (edge % 2 === 0 ? shifts[index]! : 0)
          return isMax ? Math.max(found, value) : Math.min(found, value)
        },
        isMax ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      )
    map.fitBounds([frame(0, false), frame(1, false), frame(2, true), frame(3, true)], {
      padding: marginPx,
      maxZoom: closestZoom,
      duration: 500,
    })
  }, [map, geofences])
}

export function useLookAtFleet(map: MapLibre | undefined, isWanted: boolean): void {
  const bounds = useFleetState((state) => state.bounds)
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!map || !bounds || !isWanted || hasLooked.current) return
    hasLooked.current = true
    if (map.getZoom() > farZoom) return
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: marginPx, maxZoom: closestZoom, animate: false })
  }, [map, bounds, isWanted])
}
