// Fits the whole track once, and again while player and sheet are resized, until the user moves the map.

import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'
import { useUserMoves } from '../../map/use-user-moves.ts'
import type { Track } from './track.ts'
import { boundsOf } from './track-features.ts'

const aroundPx = 40
const closestZoom = 14

export function useFit(track: Track, dockPx: number): void {
  const map = useMap()
  const fitted = useRef<Track>(undefined)
  const hasMoved = useUserMoves()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the covered height decides where the centre is.
  useEffect(() => {
    if (!map) return
    if (fitted.current === track && hasMoved.current) return
    if (fitted.current !== track) hasMoved.current = false
    map.fitBounds(boundsOf(track), { padding: aroundPx, maxZoom: closestZoom, animate: false })
    fitted.current = track
  }, [map, track, dockPx, hasMoved])
}
