// Keeps the shared devices in view: one in the middle of the map, several all within it.

import { useEffect } from 'react'
import { isInFreePart } from '../../map/insets.ts'
import { useMap } from '../../map/use-map.tsx'
import type { Shown } from './shared-list.tsx'
import { boundsOf, hasCoordinates } from './shared-locations.ts'

const edgePx = 60
const easeMs = 900
const closestZoom = 14

export function useFollow(followed: Shown[], isFollowing: boolean, onLetGo: () => void): void {
  const map = useMap()
  const places = followed.flatMap(({ location }): [number, number][] =>
    hasCoordinates(location) ? [[location.longitude, location.latitude]] : [],
  )
  const moved = places.join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a device has moved.
  useEffect(() => {
    const [center] = places
    if (!map || !isFollowing || !center) return
    if (places.length === 1) {
      map.easeTo({ center, duration: easeMs, easing: (share) => share })
      return
    }
    const bounds = boundsOf(places)
    if (!bounds || places.every((place) => isInFreePart(map, place, edgePx / 2))) return
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: edgePx, maxZoom: closestZoom })
  }, [map, isFollowing, moved])

  useEffect(() => {
    if (!map || !isFollowing) return
    map.on('dragstart', onLetGo)
    return () => {
      map.off('dragstart', onLetGo)
    }
  }, [map, isFollowing, onLetGo])
}
