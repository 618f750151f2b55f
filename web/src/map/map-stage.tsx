// The place of the map behind all views. The map library is larger than everything else together, so it is loaded
// after the first list of devices.

import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useFleetState } from '../live/use-fleet.tsx'
import { useDefaultMapLayer } from '../session/use-account.ts'
import type { WebConfig } from '../session/web-config.ts'
import { baseLayersOf, overlaysOf } from './base-layers.ts'
import { useMapChoices } from './map-choices.ts'

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }))

/** On a slow connection both are loaded at once, rather than no map at all. */
const latestMs = 4_000

export function MapStage({ config }: { config: WebConfig }) {
  const hasList = useFleetState((state) => state.total > 0 || !state.isLoading)
  const [isWanted, setIsWanted] = useState(hasList)
  useEffect(() => {
    if (hasList) return setIsWanted(true)
    const timer = setTimeout(() => setIsWanted(true), latestMs)
    return () => clearTimeout(timer)
  }, [hasList])
  const baseLayers = useMemo(() => baseLayersOf(config), [config])
  const overlays = useMemo(() => overlaysOf(config), [config])
  const { baseLayer: chosen } = useMapChoices()
  const { isKnown, layer } = useDefaultMapLayer()
  // Otherwise the browser would load from a provider that the account does not use.
  const isDecided = isKnown || chosen !== undefined || baseLayers.length === 1
  return (
    <Suspense>
      {isWanted && isDecided && <MapCanvas {...{ baseLayers, overlays }} defaultLayer={layer} />}
    </Suspense>
  )
}
