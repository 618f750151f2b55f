// Everything of the live view that needs the map: loaded after the list.

import { lazy, Suspense, useCallback, useState } from 'react'
import { FleetLayer } from '../../map/layers/fleet-layer.tsx'
import { useMapChoices } from '../../map/map-choices.ts'
import { useOwnPosition } from '../../ui/own-position.ts'
import type { SheetStop } from '../../ui/sheet-stops.ts'
import type { ChangeLive } from './live-search.ts'
import { MapMenu } from './map-menu.tsx'
import { MapTools } from './map-tools.tsx'
import { SelectedLayer } from './selected-layer.tsx'

const PlacePin = lazy(async () => ({ default: (await import('./place-pin.tsx')).PlacePin }))
const OwnPositionLayer = lazy(async () => ({
  default: (await import('./own-position-layer.tsx')).OwnPositionLayer,
}))
const Ruler = lazy(async () => ({ default: (await import('./ruler.tsx')).Ruler }))
const LiveGeofences = lazy(async () => ({ default: (await import('./live-geofences.tsx')).LiveGeofences }))

interface LiveMapProps {
  device: string | undefined
  place: string | undefined
  isFollowed: boolean
  /** The height of the sheet on a phone. */
  sheet: SheetStop
  change: ChangeLive
  pick(id: string): void
  fit(): void
}

export function LiveMap({ device, place, isFollowed, sheet, change, pick, fit }: LiveMapProps) {
  const { geofences } = useMapChoices()
  const { kind } = useOwnPosition()
  /** The first point of the ruler, if it was chosen in the menu. */
  const [ruler, setRuler] = useState<{ from: [number, number] | undefined }>()
  const measure = useCallback((from?: [number, number]) => setRuler({ from }), [])
  const letGo = useCallback(() => change({ follow: undefined }, true), [change])
  return (
    <>
      <FleetLayer selected={device} onPick={ruler ? undefined : pick} />
      {device && (
        <SelectedLayer key={device} id={device} isFollowed={isFollowed} sheet={sheet} onLetGo={letGo} />
      )}
      <MapTools
        isMeasuring={ruler !== undefined}
        onFit={fit}
        onMeasure={() => (ruler ? setRuler(undefined) : measure())}
      />
      <MapMenu isOff={ruler !== undefined} onMeasure={measure} />
      <Suspense>
        {place && (
          <PlacePin key={place} place={place} onPick={pick} onClose={() => change({ place: undefined })} />
        )}
        {geofences && <LiveGeofences />}
        {kind !== 'off' && <OwnPositionLayer />}
        {ruler && <Ruler from={ruler.from} onClose={() => setRuler(undefined)} />}
      </Suspense>
    </>
  )
}
