// The one map behind every view: made once, never unmounted. Views put their layers onto it and take them away again.

import type { Map as MapLibre } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'

interface MapPlace {
  /** Undefined until the map library and the first style are there. */
  map: MapLibre | undefined
  setMap(map: MapLibre | undefined): void
}

const MapContext = createContext<MapPlace>({ map: undefined, setMap() {} })

export function MapProvider({ children }: { children: ReactNode }) {
  const [map, setMap] = useState<MapLibre>()
  const place = useMemo(() => ({ map, setMap }), [map])
  return <MapContext value={place}>{children}</MapContext>
}

export function useMapPlace(): MapPlace {
  return useContext(MapContext)
}

export function useMap(): MapLibre | undefined {
  return useContext(MapContext).map
}

/**
 * Puts sources, layers and images onto the map, now and again whenever another style (theme, language) has swept them away.
 * `install` returns what takes them off; it must be the same function as long as nothing changed (useCallback).
 */
export function useInstalled(install: (map: MapLibre) => () => void): void {
  const map = useMap()
  useEffect(() => {
    if (!map) return
    let remove: (() => void) | undefined
    const put = () => {
      remove = install(map)
    }
    if (map.style?._loaded) put()
    map.on('style.load', put)
    return () => {
      map.off('style.load', put)
      if (map.style?._loaded) remove?.()
    }
  }, [map, install])
}

/** Takes layers and sources off, whichever of them are there. */
export function removeFrom(map: MapLibre, layers: string[], sources: string[]): void {
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source)) map.removeSource(source)
}
