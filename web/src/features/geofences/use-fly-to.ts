import { useCallback } from 'react'
import type { Shape } from '../../live/shape.ts'
import { useMap } from '../../map/use-map.tsx'
import { boundsOfShape } from './outline.ts'

const marginPx = 60
const closestZoom = 16

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
