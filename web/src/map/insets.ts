// What covers the map: panel, card, player. The map is padded by it, so that centre and bounds keep clear of it, and
// nothing on the screen moves when a panel opens or closes.

import type { Map as MapLibre } from 'maplibre-gl'
import { useLayoutEffect, useRef } from 'react'
import { useMap } from './use-map.tsx'

export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }
const covers = new WeakMap<MapLibre, Map<object, Insets>>()

/** The largest of each side. */
export function union(insets: Iterable<Insets>): Insets {
  const all = { ...none }
  for (const one of insets) {
    for (const side of ['top', 'right', 'bottom', 'left'] as const) all[side] = Math.max(all[side], one[side])
  }
  return all
}

/**
 * Covers the map while the component is shown. A layout effect: flights start in effects, and a later change of the
 * padding would stop them.
 */
export function useMapInsets({ top = 0, right = 0, bottom = 0, left = 0 }: Partial<Insets>): void {
  const map = useMap()
  const owner = useRef({})
  useLayoutEffect(() => {
    if (!map) return
    const key = owner.current
    const known = covers.get(map)
    const all = known ?? new Map<object, Insets>()
    covers.set(map, all)
    all.set(key, { top, right, bottom, left })
    const next = union(all.values())
    // The first camera is meant for the free part.
    if (!known) map.setPadding(next)
    else apply(map, next)
    raiseFoot(map, next.bottom)
    return () => {
      all.delete(key)
      // The next view covers the map by other panels at once: the padding changes with them.
      queueMicrotask(() => {
        const next = union(all.values())
        apply(map, next)
        raiseFoot(map, next.bottom)
      })
    }
  }, [map, top, right, bottom, left])
}

function apply(map: MapLibre, next: Insets): void {
  // The map may have been removed already.
  if (!map.style) return
  const now = { ...none, ...map.getPadding() }
  const isSame = now.top === next.top && now.right === next.right && now.bottom === next.bottom
  // Setting it, even to the same value, would stop a running flight.
  if (isSame && now.left === next.left) return
  const { clientWidth, clientHeight } = map.getContainer()
  const middle: [number, number] = [
    (next.left + clientWidth - next.right) / 2,
    (next.top + clientHeight - next.bottom) / 2,
  ]
  // What is in the middle of the free part becomes the centre, so that the picture stays where it is.
  map.jumpTo({ center: map.unproject(middle), padding: next })
}

/** Scale and sources stand above a sheet; see map-canvas.module.css. */
function raiseFoot(map: MapLibre, bottomPx: number): void {
  map.getContainer().style.setProperty('--rastro-map-foot', `${bottomPx}px`)
}

/** Whether a place is in the part of the map that nothing covers. */
export function isInFreePart(map: MapLibre, place: [number, number], marginPx: number): boolean {
  const { x, y } = map.project(place)
  const { top, right, bottom, left } = { ...none, ...map.getPadding() }
  const { clientWidth, clientHeight } = map.getContainer()
  return (
    x >= left + marginPx &&
    x <= clientWidth - right - marginPx &&
    y >= top + marginPx &&
    y <= clientHeight - bottom - marginPx
  )
}
