// Watches one device and moves the map to its first coordinates.

import type { ActivityEntry } from '@rastro/client'
import { useEffect, useRef } from 'react'
import type { Row } from '../../../live/fleet.types.ts'
import { useFleet, useFleetState } from '../../../live/use-fleet.tsx'
import { useMap } from '../../../map/use-map.tsx'

const closeZoom = 9

export function useFirstCoordinates(deviceId: string, activity: ActivityEntry[]): Row | undefined {
  const fleet = useFleet()
  const map = useMap()
  const row = useFleetState((state) => state.watched.find((one) => one.id === deviceId))
  const hasShown = useRef(false)
  useEffect(() => {
    fleet.watch([deviceId])
    return () => fleet.watch([])
  }, [fleet, deviceId])

  const arrived = activity.find(({ location }) => location?.latitude != null)?.location
  const latitude = row?.latitude ?? arrived?.latitude
  const longitude = row?.longitude ?? arrived?.longitude
  useEffect(() => {
    if (!map || hasShown.current || latitude == null || longitude == null) return
    hasShown.current = true
    map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), closeZoom) })
  }, [map, latitude, longitude])
  return row
}
