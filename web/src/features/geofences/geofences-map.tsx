// The map of all geofence views: the shapes, and the devices above them.

import type { Geofence } from '@rastro/client'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { inBackground } from '../../ui/in-background.ts'

const FleetLayer = lazy(async () => ({
  default: (await import('../../map/layers/fleet-layer.tsx')).FleetLayer,
}))
const GeofencesLayer = lazy(async () => ({
  default: (await import('../../map/layers/geofences-layer.tsx')).GeofencesLayer,
}))

interface GeofencesMapProps {
  geofences: Geofence[]
  selected?: string | undefined
  hovered?: string | undefined
  onHover?: ((id: string | undefined) => void) | undefined
  /** While drawing, a click draws. */
  isDrawing?: boolean
}

export function GeofencesMap({ geofences, selected, hovered, onHover, isDrawing }: GeofencesMapProps) {
  const navigate = useNavigate()
  const fleet = useFleet()
  const pick = useCallback(
    (geofenceId: string) => {
      inBackground(navigate({ to: '/geofences/$geofenceId', params: { geofenceId } }))
    },
    [navigate],
  )
  const pickDevice = useCallback(
    (device: string) => {
      inBackground(navigate({ to: '/live', search: { device } }))
    },
    [navigate],
  )
  // No filter here: every device may be inside.
  useEffect(
    () => fleet.list({ search: '', status: undefined, group: undefined, order: 'name', from: 0, to: 0 }),
    [fleet],
  )
  return (
    <Suspense>
      <GeofencesLayer
        geofences={geofences}
        selected={selected}
        hovered={hovered}
        onPick={isDrawing ? undefined : pick}
        onHover={isDrawing ? undefined : onHover}
      />
      <FleetLayer selected={undefined} onPick={isDrawing ? undefined : pickDevice} />
    </Suspense>
  )
}
