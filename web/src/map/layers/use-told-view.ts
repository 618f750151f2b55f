// The worker is told what the map shows, so that it tells what is there.

import { useEffect } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { useMap } from '../use-map.tsx'

/** While the map is dragged. Marks beyond the edge are there already. */
const tellEveryMs = 120

export function useToldView(): void {
  const map = useMap()
  const fleet = useFleet()
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const bounds = map.getBounds()
      fleet.look({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
        zoom: map.getZoom(),
      })
    }
    const tellSoon = () => {
      timer ??= setTimeout(tell, tellEveryMs)
    }
    tell()
    map.on('move', tellSoon)
    return () => {
      map.off('move', tellSoon)
      clearTimeout(timer)
    }
  }, [map, fleet])
}
