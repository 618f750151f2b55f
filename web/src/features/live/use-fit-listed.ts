// Fits the map to the listed devices: when the filter changes, unless the user has moved the map, and when asked.

import { useCallback, useEffect, useRef } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { fitTo } from '../../map/fit.ts'
import { useMap } from '../../map/use-map.tsx'
import { useUserMoves } from '../../map/use-user-moves.ts'
import { inBackground } from '../../ui/in-background.ts'
import type { LiveSearch } from './live-search.ts'

/** While the user types, the map stays. */
const typedMs = 500

export function useFitListed({ q = '', status, group, follow }: LiveSearch): () => void {
  const map = useMap()
  const fleet = useFleet()
  const hasMoved = useUserMoves()
  const filter = [q, status, group].join('\n')
  const fitted = useRef(filter)
  const hasFilter = filter.trim() !== ''

  useEffect(() => {
    if (fitted.current === filter) return
    const timer = setTimeout(() => {
      fitted.current = filter
      if (!map || hasMoved.current || follow) return
      const fit = async () => {
        const { all, dense } = await fleet.extent()
        // The few far devices matter once they are what was searched for.
        const bounds = hasFilter ? all : dense
        if (bounds) fitTo(map, bounds)
      }
      inBackground(fit())
    }, typedMs)
    return () => clearTimeout(timer)
  }, [map, fleet, filter, hasFilter, follow, hasMoved])

  return useCallback(() => {
    hasMoved.current = false
    const fit = async () => {
      const { all } = await fleet.extent()
      if (map && all) fitTo(map, all)
    }
    inBackground(fit())
  }, [map, fleet, hasMoved])
}
