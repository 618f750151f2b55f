import { useCallback } from 'react'
import { boundsOfShape } from '../../live/outline.ts'
import type { Shape } from '../../live/shape.ts'
import { useMap } from '../../map/use-map.tsx'

const marginPx = 60
const closestZoom = 16
/** A smaller shape is not seen. */
const minShownPx = 24

/** Fits a shape into the part of the map beside the panel. */
export function useFlyTo(): (shape: Shape) => void {
  const map = useMap()
  return useCallback(
    (shape) => {
      map?.fitBounds(boundsOfShape(shape), { padding: marginPx, maxZoom: closestZoom, duration: 700 })
    },
    [map],
  )
}

/** Like `useFlyTo`, but a shape that is in view does not move the map. */
export function useLookAt(): (shape: Shape) => void {
  const map = useMap()
  const flyTo = useFlyTo()
  return useCallback(
    (shape) => {
      if (!map) return
      const [west, south, east, north] = boundsOfShape(shape)
      const view = map.getBounds()
      const [from, to] = [map.project([west, north]), map.project([east, south])]
      const isLarge = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= minShownPx
      if (!isLarge || !view.contains([west, south]) || !view.contains([east, north])) flyTo(shape)
    },
    [map, flyTo],
  )
}
