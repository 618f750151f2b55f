// Reports the visible part of the map to the worker, which answers with its markers.

import { useEffect } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { useMap } from '../use-map.tsx'

/** While dragging. Markers beyond the edge are already there. */
const reportEveryMs = 120

export function useReportedView(): void {
  const map = useMap()
  const fleet = useFleet()
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = () => {
      timer = undefined
      const bounds = map.getBounds()
      fleet.setView({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
        zoom: map.getZoom(),
      })
    }
    const reportSoon = () => {
      timer ??= setTimeout(report, reportEveryMs)
    }
    report()
    map.on('move', reportSoon)
    return () => {
      map.off('move', reportSoon)
      clearTimeout(timer)
    }
  }, [map, fleet])
}
