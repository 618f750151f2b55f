// The map itself, with the library that draws it.

import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map as MapLibre, ScaleControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import type { Basemap } from '../session/web-config.ts'
import { useTheme } from '../ui/use-theme.ts'
import { chooseStyle } from './basemap/choose-style.ts'
import { loadBasemap } from './basemap/load-basemap.ts'
import { readCamera } from './camera.ts'
import styles from './map-canvas.module.css'
import { useMapState } from './use-map.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

loadBasemap()

/** Narrower maps have no room for the names of the data sources; a button shows them. */
const narrowPx = 700

export interface MapCanvasProps {
  basemap: Basemap
  /** A guest of a share link: no camera is remembered. */
  isGuest?: boolean
}

export function MapCanvas({ basemap, isGuest = false }: MapCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const { map, isStyled, setMap, setStyleNumber } = useMapState()
  const { t } = useTranslation('map')
  const { language, units } = usePreferences()
  const scale = useRef<ScaleControl>(undefined)
  const theme = useTheme()
  const shown = useRef('')

  // Language and theme of the first style only: later ones are set on the existing map.
  const first = useRef({ basemap, theme, language, isGuest, label: t('label') })
  useEffect(() => {
    const { basemap, theme, language, isGuest, label } = first.current
    const map = new MapLibre({
      container: box.current as HTMLDivElement,
      style: chooseStyle(basemap, { theme, language }),
      ...readCamera(isGuest),
      attributionControl: false,
      // Without a fade the library places all labels again in every frame, which is most of the time of a frame. A
      // longer one would let the names of moving devices blink.
      fadeDuration: 100,
      maxZoom: 19,
      dragRotate: false,
      pitchWithRotate: false,
      locale: { 'Map.Title': label },
    })
    map.touchZoomRotate.disableRotation()
    scale.current = new ScaleControl({ maxWidth: 90 })
    const isNarrow = innerWidth <= narrowPx
    // On a phone the tools of the map reach down to the sheet.
    const corner = isNarrow ? 'bottom-left' : 'bottom-right'
    map.addControl(scale.current, corner)
    map.addControl(new AttributionControl({ compact: true }), corner)
    if (isNarrow) foldAttribution(map)
    shown.current = `${theme} ${language}`
    let styleNumber = 0
    map.on('style.load', () => {
      styleNumber += 1
      isStyled.current = true
      setMap(map)
      setStyleNumber(styleNumber)
    })
    return () => {
      isStyled.current = false
      setMap(undefined)
      map.remove()
    }
  }, [isStyled, setMap, setStyleNumber])

  useEffect(() => {
    if (!map || shown.current === `${theme} ${language}`) return
    shown.current = `${theme} ${language}`
    isStyled.current = false
    map.setStyle(chooseStyle(basemap, { theme, language }), { diff: false })
  }, [map, isStyled, theme, language, basemap])

  useEffect(() => {
    // The list is the accessible alternative: the canvas is hidden from screen readers.
    map?.getCanvas().setAttribute('aria-label', t('label'))
  }, [map, t])

  useEffect(() => {
    const button = map?.getContainer().querySelector('.maplibregl-ctrl-attrib-button')
    button?.setAttribute('aria-label', t('sources'))
    button?.setAttribute('title', t('sources'))
  }, [map, t])

  useEffect(() => {
    if (map) scale.current?.setUnit(units)
  }, [map, units])

  return (
    <>
      <div ref={box} className={styles.stage} data-testid="map" />
      <ZoomButtons map={map} />
    </>
  )
}

/** The library opens it when the first source is known. */
function foldAttribution(map: MapLibre): void {
  const fold = () => {
    const attribution = map.getContainer().querySelector('.maplibregl-compact-show')
    if (!attribution) return
    map.off('sourcedata', fold)
    attribution.classList.remove('maplibregl-compact-show')
    attribution.removeAttribute('open')
  }
  map.on('sourcedata', fold)
}
