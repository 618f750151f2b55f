// Reports the visible part of the map to the worker, which answers with its markers. While the map is dragged nothing
// is reported until the view leaves the area that has markers already, nor afterwards if it has moved a little: new
// markers cost several frames.

import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Bounds, View } from '../../live/fleet.types.ts'
import { viewMargin, widened } from '../../live/marks.ts'
import { useFleet } from '../../live/use-fleet.tsx'
import { useMap } from '../use-map.tsx'

const checkEveryMs = 150
/** At rest some of the area with markers is kept for the next drag. */
const restMargin = viewMargin / 2

export function useReportedView(): void {
  const map = useMap()
  const fleet = useFleet()
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let reported: View | undefined
    const report = () => {
      reported = viewOf(map)
      fleet.setView(reported)
    }
    const check = () => {
      timer = undefined
      if (!reported || !isCovered(reported, viewOf(map), viewMargin)) report()
    }
    const checkSoon = () => {
      timer ??= setTimeout(check, checkEveryMs)
    }
    const start = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) fleet.setDragging(true)
    }
    const end = () => {
      fleet.setDragging(false)
      const isZoomed = reported?.zoom !== map.getZoom()
      if (!reported || isZoomed || !isCovered(reported, viewOf(map), restMargin)) report()
    }
    report()
    map.on('movestart', start)
    map.on('move', checkSoon)
    map.on('moveend', end)
    return () => {
      map.off('movestart', start)
      map.off('move', checkSoon)
      map.off('moveend', end)
      clearTimeout(timer)
      fleet.setDragging(false)
    }
  }, [map, fleet])
}

function viewOf(map: MapLibre): View {
  const bounds = map.getBounds()
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  }
}

/** Clusters change at whole zooms only. */
function isCovered(reported: View, { west, south, east, north, zoom }: View, margin: number): boolean {
  const area: Bounds = widened(reported, margin)
  return (
    Math.floor(reported.zoom) === Math.floor(zoom) &&
    west >= area.west &&
    east <= area.east &&
    south >= area.south &&
    north <= area.north
  )
}
