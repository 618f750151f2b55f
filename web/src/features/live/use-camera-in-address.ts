// The address says where the map looks, so that a link shows the same place. Moving the map is no step to go back to.

import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { cameraOf } from '../../map/camera.ts'

const panelPx = 376

export function useCameraInAddress(
  map: MapLibre | undefined,
  change: (part: { at?: string }, replace: boolean) => void,
): void {
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const write = useDebouncedCallback(() => map && change({ at: cameraOf(map) }, true), 600)
  useEffect(() => {
    if (!map) return
    // What the panel covers is not what the map shows: centre and bounds keep clear of it.
    map.setPadding(
      isNarrow
        ? { left: 0, top: 0, right: 0, bottom: innerHeight / 2 }
        : { left: panelPx, top: 0, right: 0, bottom: 0 },
    )
    map.on('moveend', write)
    return () => {
      map.off('moveend', write)
      write.cancel()
    }
  }, [map, write, isNarrow])
}
