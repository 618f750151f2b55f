import type { Map as MapLibre } from 'maplibre-gl'
import type { Bounds } from '../live/fleet.types.ts'

const marginPx = 60
const closestZoom = 13

export function fitTo(map: MapLibre, bounds: Bounds, { animate = true } = {}): void {
  const { west, south, east, north } = bounds
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding()
  const { clientWidth, clientHeight } = map.getContainer()
  const x = marginIn(clientWidth - left - right)
  const y = marginIn(clientHeight - top - bottom)
  const padding = { top: y, right: x, bottom: y, left: x }
  map.fitBounds([west, south, east, north], { padding, maxZoom: closestZoom, animate })
}

/** The library refuses margins that leave nothing: on a phone with an alarm little of the map is free. */
function marginIn(freePx: number): number {
  return Math.max(0, Math.min(marginPx, freePx / 3))
}
