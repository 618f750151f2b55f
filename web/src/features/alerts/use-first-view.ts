import type { Alert } from '@rastro/client'
import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'

const marginPx = 60
const closestZoom = 10

/** Fits the map to all alerts once, unless the URL selects one. */
export function useFirstView(alerts: readonly Alert[], isPicked: boolean): void {
  const map = useMap()
  const isDone = useRef(isPicked)
  useEffect(() => {
    if (!map || isDone.current || alerts.length === 0) return
    isDone.current = true
    const located = alerts.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude }],
    )
    if (located.length === 0) return
    const longitudes = located.map(({ longitude }) => longitude)
    const latitudes = located.map(({ latitude }) => latitude)
    map.fitBounds(
      [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
      { padding: marginPx, maxZoom: closestZoom },
    )
  }, [map, alerts])
}
