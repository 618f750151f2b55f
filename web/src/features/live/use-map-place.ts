import type { LngLat, MapMouseEvent, Point } from 'maplibre-gl'
import { useCallback, useEffect, useState } from 'react'
import { useMap } from '../../map/use-map.tsx'

export interface MapPlace {
  longitude: number
  latitude: number
  /** On the screen, from the corner of the map. */
  x: number
  y: number
}

/** The place that the user right-clicked or pressed for long; with the keyboard, the middle of the map. */
export function useMapPlace(isOff: boolean) {
  const map = useMap()
  const [place, setPlace] = useState<MapPlace>()
  const close = useCallback(() => setPlace(undefined), [])

  useEffect(() => {
    if (!map || isOff) return
    const canvas = map.getCanvas()
    const open = (at: LngLat, { x, y }: Point) => {
      const { lng, lat } = at.wrap()
      setPlace({ longitude: lng, latitude: lat, x, y })
    }
    const openAtPointer = ({ lngLat, point, originalEvent }: MapMouseEvent) => {
      if (!isByKeyboard(originalEvent)) open(lngLat, point)
    }
    // The library ignores the menu key.
    const openInMiddle = (event: MouseEvent) => {
      if (!isByKeyboard(event)) return
      event.preventDefault()
      const middle = map.getCenter()
      open(middle, map.project(middle))
    }
    map.on('contextmenu', openAtPointer)
    map.on('movestart', close)
    canvas.addEventListener('contextmenu', openInMiddle)
    return () => {
      map.off('contextmenu', openAtPointer)
      map.off('movestart', close)
      canvas.removeEventListener('contextmenu', openInMiddle)
    }
  }, [map, isOff, close])
  return { place, close }
}

/** A long press is reported by the library as a right click. */
function isByKeyboard(event: MouseEvent): boolean {
  const { button, pointerType = '' } = event as Partial<PointerEvent>
  return button !== 2 && pointerType === ''
}
