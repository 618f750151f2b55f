// Who opens the list sees all of its geofences, once; where there are none, the fleet around which to draw one.

import type { Geofence } from '@rastro/client'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { nearTo } from '../../live/shape.ts'
import { useSeen } from '../../live/use-fleet.tsx'
import { boundsOfShape } from './outline.ts'
import { shapeOf } from './use-geofences.ts'

const marginPx = 50
const closestZoom = 14
/** From farther away than this nobody has looked at anything yet. */
const farZoom = 3

export function useFirstLook(map: MapLibre | undefined, geofences: Geofence[]): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!map || geofences.length === 0 || hasLooked.current) return
    hasLooked.current = true
    const frames = geofences.map((one) => boundsOfShape(shapeOf(one)))
    const first = frames[0]![0]
    // Each on the side of the first: one that lies over the antimeridian does not show the whole earth.
    const shifts = frames.map(([west]) => nearTo(west, first) - west)
    const frame = (edge: 0 | 1 | 2 | 3, most: boolean) =>
      frames.reduce(
        (found, one, index) => {
          const value = one[edge] + (edge % 2 === 0 ? shifts[index]! : 0)
          return most ? Math.max(found, value) : Math.min(found, value)
        },
        most ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      )
    map.fitBounds([frame(0, false), frame(1, false), frame(2, true), frame(3, true)], {
      padding: marginPx,
      maxZoom: closestZoom,
      duration: 500,
    })
  }, [map, geofences])
}

export function useLookAtFleet(map: MapLibre | undefined, isWanted: boolean): void {
  const bounds = useSeen((seen) => seen.bounds)
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!map || !bounds || !isWanted || hasLooked.current) return
    hasLooked.current = true
    if (map.getZoom() > farZoom) return
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: marginPx, maxZoom: closestZoom, animate: false })
  }, [map, bounds, isWanted])
}
