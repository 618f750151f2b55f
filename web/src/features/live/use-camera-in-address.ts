// Keeps the camera in the URL, so that a link shows the same area. Moving the map adds no history entry.

import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { cameraOf } from '../../map/camera.ts'

const writeAfterMs = 600

export function useCameraInAddress(
  map: MapLibre | undefined,
  change: (part: { at?: string }, replace: boolean) => void,
): void {
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      timer = setTimeout(() => change({ at: cameraOf(map) }, true), writeAfterMs)
    }
    map.on('moveend', write)
    return () => {
      map.off('moveend', write)
      clearTimeout(timer)
    }
  }, [map, change])
}
