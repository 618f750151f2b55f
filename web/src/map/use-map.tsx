// The one map behind every view: made once, never unmounted. Views put their layers onto it and take them away again.

import type { Map as MapLibre } from 'maplibre-gl'
import type { ReactNode, RefObject } from 'react'
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'

interface MapPlace {
  /** Undefined until the map library and the first style are there. */
  map: MapLibre | undefined
  /** Which style it has, counted: another style sweeps all layers away. */
  styleNumber: number
  /** False while it waits for a style, from the very moment on that another was asked for. */
  isStyled: RefObject<boolean>
  setMap(map: MapLibre | undefined): void
  setStyleNumber(styleNumber: number): void
}

const MapContext = createContext<MapPlace>({
  map: undefined,
  styleNumber: 0,
  isStyled: { current: false },
  setMap() {},
  setStyleNumber() {},
})

export function MapProvider({ children }: { children: ReactNode }) {
  const [map, setMap] = useState<MapLibre>()
  const [styleNumber, setStyleNumber] = useState(0)
  const isStyled = useRef(false)
  const place = useMemo(() => ({ map, styleNumber, isStyled, setMap, setStyleNumber }), [map, styleNumber])
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
  const { map, styleNumber, isStyled } = useContext(MapContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number says that the layers were swept away.
  useEffect(() => (map && isStyled.current ? install(map) : undefined), [map, styleNumber, isStyled, install])
}

/** Takes layers and sources off, whichever of them are there. */
export function removeFrom(map: MapLibre, layers: string[], sources: string[]): void {
  // The map itself may be gone by now.
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source)) map.removeSource(source)
}
