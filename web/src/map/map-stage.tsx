// The place of the map behind all views. The map library is larger than everything else together, so it is loaded
// after the first list of devices.

import { lazy, Suspense, useEffect, useState } from 'react'
import { useFleetState } from '../live/use-fleet.tsx'
import type { BaseLayer } from './base-layers.ts'

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }))

/** On a slow connection both are loaded at once, rather than no map at all. */
const latestMs = 4_000

export function MapStage({ baseLayers }: { baseLayers: BaseLayer[] }) {
  const hasList = useFleetState((state) => state.total > 0 || !state.isLoading)
  const [isWanted, setIsWanted] = useState(hasList)
  useEffect(() => {
    if (hasList) return setIsWanted(true)
    const timer = setTimeout(() => setIsWanted(true), latestMs)
    return () => clearTimeout(timer)
  }, [hasList])
  return <Suspense>{isWanted && <MapCanvas baseLayers={baseLayers} />}</Suspense>
}
