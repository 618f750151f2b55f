// Where the map starts if the user has chosen no view yet: the fleet, else the geofences, else the country of the account.
// Otherwise the map stays where it is.

import type { Geofence } from '@rastro/client'
import { useEffect, useRef } from 'react'
import { boundsOfShape } from '../live/outline.ts'
import { useFleet, useFleetState } from '../live/use-fleet.tsx'
import { fitTo } from '../map/fit.ts'
import { shapeOf } from '../map/layers/geofence-shape.ts'
import { useMap } from '../map/use-map.tsx'
import { useAccount } from '../session/use-account.ts'
import { useMe } from '../session/use-me.ts'
import { inBackground } from './in-background.ts'

/** Below this zoom the map shows the world: the user has not chosen a view yet. */
const farZoom = 3

interface InitialView {
  /** Not while the geofences are loaded, or if the view moves the map itself. */
  isReady?: boolean
  geofences?: readonly Geofence[]
}

export function useInitialView({ isReady = true, geofences = [] }: InitialView = {}): void {
  const map = useMap()
  const fleet = useFleet()
  const timeZone = useAccount()?.timeZone
  const me = useMe()
  const isLoading = useFleetState((state) => state.isLoading)
  const hasLooked = useRef(false)
  const [first] = geofences
  useEffect(() => {
    if (!map || hasLooked.current || !isReady || isLoading || !timeZone || !me) return
    hasLooked.current = true
    if (map.getZoom() > farZoom) return
    const findBounds = async () => {
      const { dense } = await fleet.extent()
      if (dense) return dense
      const { countryView } = await import('../map/country-view.ts')
      const box = first ? boundsOfShape(shapeOf(first)) : countryView(timeZone, me.country)
      if (!box) return undefined
      const [west, south, east, north] = box
      return { west, south, east, north }
    }
    const look = async () => {
      const bounds = await findBounds()
      if (bounds) fitTo(map, bounds, { animate: false })
    }
    inBackground(look())
  }, [map, fleet, isReady, first, isLoading, timeZone, me])
}
