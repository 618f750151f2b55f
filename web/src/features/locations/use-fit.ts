// Fits the whole track, or the selected segment, once; and again while player and sheet are resized, until the user
// moves the map. A track that grows or is corrected is not fitted again.

import { useEffect, useRef } from 'react'
import { useMap } from '../../map/use-map.tsx'
import { useUserMoves } from '../../map/use-user-moves.ts'
import type { Track } from './track.ts'
import { rangeOf } from './track.ts'
import { boundsOf } from './track-features.ts'

const aroundPx = 40
const closestZoom = 14

interface Fitted {
  /** Names device and period. */
  of: string
  track: Track
  selected: { id: string; fromMs: number; toMs: number } | undefined
  dockPx: number
}

export function useFit({ of, track, selected, dockPx }: Fitted): void {
  const map = useMap()
  const fitted = useRef<string>(undefined)
  const hasMoved = useUserMoves()
  const latest = useRef({ track, selected })
  latest.current = { track, selected }
  const target = `${of} ${selected?.id ?? ''}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the covered height decides where the centre is.
  useEffect(() => {
    if (!map) return
    if (fitted.current === target && hasMoved.current) return
    if (fitted.current !== target) hasMoved.current = false
    const { track, selected } = latest.current
    const range = selected && rangeOf(track, selected.fromMs, selected.toMs)
    map.fitBounds(boundsOf(track, range), { padding: aroundPx, maxZoom: closestZoom, animate: false })
    fitted.current = target
  }, [map, target, dockPx, hasMoved])
}
