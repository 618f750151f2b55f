// Fits the whole track once, and again while player and sheet are resized, until the user moves the map.

import type { LngLat } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'
import type { Track } from './track.ts'
import { boundsOf } from './track-features.ts'

const aroundPx = 40
const closestZoom = 14

export function useFit(track: Track, dockPx: number): void {
  const map = useMap()
  const fitted = useRef<{ track: Track; center: LngLat; zoom: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the covered height decides where the centre is.
  useEffect(() => {
    if (!map) return
    const before = fitted.current
    const isUntouched = before && map.getZoom() === before.zoom && sameAs(map.getCenter(), before.center)
    if (before?.track === track && !isUntouched) return
    map.fitBounds(boundsOf(track), { padding: aroundPx, maxZoom: closestZoom, animate: false })
    fitted.current = { track, center: map.getCenter(), zoom: map.getZoom() }
  }, [map, track, dockPx])
}

function sameAs(one: LngLat, other: LngLat): boolean {
  return one.lng === other.lng && one.lat === other.lat
}
