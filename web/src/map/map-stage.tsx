// The map. Loaded separately, so that text and lists are shown before it.

import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map as MapLibre, NavigationControl, ScaleControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import type { Basemap } from '../session/web-config.ts'
import { useTheme } from '../ui/use-theme.ts'
import { chooseStyle } from './basemap/choose-style.ts'
import { loadBasemap } from './basemap/load-basemap.ts'
import { readCamera } from './camera.ts'
import styles from './map-stage.module.css'
import { useMapState } from './use-map.tsx'

loadBasemap()

interface MapStageProps {
  basemap: Basemap
}

export function MapStage({ basemap }: MapStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const { map, isStyled, setMap, setStyleNumber } = useMapState()
  const { t } = useTranslation('map')
  const { language } = usePreferences()
  const theme = useTheme()
  const shown = useRef('')

  // Language and theme of the first style only: later ones are set on the existing map.
  const first = useRef({ basemap, theme, language, label: t('label') })
  useEffect(() => {
    const { basemap, theme, language, label } = first.current
    const map = new MapLibre({
      container: box.current as HTMLDivElement,
      style: chooseStyle(basemap, { theme, language }),
      ...readCamera(),
      attributionControl: false,
      fadeDuration: 0,
      maxZoom: 19,
      dragRotate: false,
      pitchWithRotate: false,
      locale: { 'Map.Title': label },
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-right')
    map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
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

  return <div ref={box} className={styles.stage} data-testid="map" />
}
