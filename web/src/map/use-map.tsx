// The one map of all views: created once, never unmounted. Views add their layers and remove them again.

import type { Map as MapLibre } from 'maplibre-gl'
import type { ReactNode, RefObject } from 'react'
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'

interface MapState {
  /** Undefined until the map library and the first style are loaded. */
  map: MapLibre | undefined
  /** The number of the current style: another style removes all layers. */
  styleNumber: number
  /** False from the moment another style is requested until it is loaded. */
  isStyled: RefObject<boolean>
  setMap(map: MapLibre | undefined): void
  setStyleNumber(styleNumber: number): void
}

const MapContext = createContext<MapState>({
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
  const state = useMemo(() => ({ map, styleNumber, isStyled, setMap, setStyleNumber }), [map, styleNumber])
  return <MapContext value={state}>{children}</MapContext>
}

export function useMapState(): MapState {
  return useContext(MapContext)
}

export function useMap(): MapLibre | undefined {
  return useContext(MapContext).map
}

/**
 * Adds sources, layers and images to the map, now and whenever another style (theme, language) has removed them.
 * `install` returns the function that removes them; it must be stable while nothing changes (useCallback).
 */
export function useInstalled(install: (map: MapLibre) => () => void): void {
  const { map, styleNumber, isStyled } = useContext(MapContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means that the layers were removed.
  useEffect(() => (map && isStyled.current ? install(map) : undefined), [map, styleNumber, isStyled, install])
}

/** Removes those layers and sources that exist. */
export function removeFrom(map: MapLibre, layers: string[], sources: string[]): void {
  // The map may have been removed already.
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source)) map.removeSource(source)
}
