// The map beside the rule editor: the geofences and devices that the rule applies to.

import type { Geofence } from '@rastro/client'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { boundsOfShape } from '../../live/outline.ts'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { shapeOf } from '../../map/layers/geofence-shape.ts'
import { useMap } from '../../map/use-map.tsx'
import { useInitialView } from '../../ui/use-initial-view.ts'

const FleetLayer = lazy(async () => ({
  default: (await import('../../map/layers/fleet-layer.tsx')).FleetLayer,
}))
const GeofencesLayer = lazy(async () => ({
  default: (await import('../../map/layers/geofences-layer.tsx')).GeofencesLayer,
}))
const RuleDevicesLayer = lazy(async () => ({
  default: (await import('./rule-devices-layer.tsx')).RuleDevicesLayer,
}))

const marginPx = 60
const closestZoom = 15
const flightMs = 500

interface RuleMapProps {
  geofences: Geofence[]
  /** Chosen in the rule, not all of the account. */
  areGeofencesChosen: boolean
  /** Watched by the worker. Undefined: all. */
  devices: string[] | undefined
}

export function RuleMap({ geofences, areGeofencesChosen, devices }: RuleMapProps) {
  const fleet = useFleet()
  const watched = useFleetState((state) => state.watched)
  const rows = useMemo(() => {
    const wanted = new Set(devices)
    return watched.filter(({ id }) => wanted.has(id))
  }, [watched, devices])
  // No filter of another view.
  useEffect(() => fleet.list(undefined), [fleet])
  useInitialView({ isReady: !areGeofencesChosen })
  useLookAt(areGeofencesChosen ? geofences : [])
  return (
    <Suspense>
      <GeofencesLayer geofences={geofences} />
      {devices ? <RuleDevicesLayer rows={rows} /> : <FleetLayer selected={undefined} />}
    </Suspense>
  )
}

/** Moves the map only if a chosen geofence is out of view: the user may have placed it. */
function useLookAt(geofences: Geofence[]): void {
  const map = useMap()
  const latest = useRef(geofences)
  latest.current = geofences
  const ids = geofences.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!map || ids === '') return
    const bounds = latest.current.map((one) => boundsOfShape(shapeOf(one)))
    const view = map.getBounds()
    const isSeen = bounds.every(
      ([west, south, east, north]) => view.contains([west, south]) && view.contains([east, north]),
    )
    if (isSeen) return
    const edge = (at: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) =>
      pick(...bounds.map((one) => one[at]))
    map.fitBounds([edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)], {
      padding: marginPx,
      maxZoom: closestZoom,
      duration: flightMs,
    })
  }, [map, ids])
}
