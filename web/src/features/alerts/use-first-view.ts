import type { Alert } from '@rastro/client'
import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'

const roomPx = 60
const closestZoom = 10

/** Shows all of them on the map, once: who comes with an alert in the address is taken to that one instead. */
export function useFirstView(alerts: readonly Alert[], isPicked: boolean): void {
  const map = useMap()
  const isDone = useRef(isPicked)
  useEffect(() => {
    if (!map || isDone.current || alerts.length === 0) return
    isDone.current = true
    const places = alerts.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude }],
    )
    if (places.length === 0) return
    const longitudes = places.map(({ longitude }) => longitude)
    const latitudes = places.map(({ latitude }) => latitude)
    map.fitBounds(
      [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
      { padding: roomPx, maxZoom: closestZoom },
    )
  }, [map, alerts])
}
