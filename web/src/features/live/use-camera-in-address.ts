// The address says where the map looks, so that a link shows the same place. Moving the map is no step to go back to.

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
