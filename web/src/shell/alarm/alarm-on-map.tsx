// Where the devices with critical alerts are now, on every map.

import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useFleetState } from '../../live/use-fleet.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { placesOf } from './alarm-places.ts'
import { useCriticalAlerts } from './critical-alerts.tsx'

const CriticalLayer = lazy(async () => ({
  default: (await import('../../map/layers/critical-layer.tsx')).CriticalLayer,
}))

export function AlarmOnMap() {
  const { alerts } = useCriticalAlerts()
  return alerts.length > 0 && <Places />
}

function Places() {
  const go = useNavigate()
  const { alerts } = useCriticalAlerts()
  const watched = useFleetState((state) => state.watched)
  const places = useMemo(() => placesOf(alerts, watched), [alerts, watched])
  const pick = useCallback(
    (id: string) => {
      inBackground(go({ to: '/alerts', search: { id } }))
    },
    [go],
  )
  return (
    <Suspense>
      <CriticalLayer places={places} onPick={pick} />
    </Suspense>
  )
}
