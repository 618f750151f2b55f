// The map itself. Loaded apart from the rest of the interface: words and lists are there before it.

import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { AttributionControl, Map as MapLibre, NavigationControl, ScaleControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../session/preferences.ts'
import { usePreferences } from '../session/preferences.ts'
import type { Basemap } from '../session/web-config.ts'
import { chooseStyle } from './basemap/choose-style.ts'
import { loadBasemap } from './basemap/load-basemap.ts'
import { readCamera } from './camera.ts'
import styles from './map-stage.module.css'
import { useMapPlace } from './use-map.tsx'

loadBasemap()

interface MapStageProps {
  basemap: Basemap
}

export function MapStage({ basemap }: MapStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const { map, setMap } = useMapPlace()
  const { t } = useTranslation('map')
  const { language } = usePreferences()
  const theme = useComputedColorScheme('light')
  const shown = useRef('')

  // The words and the theme of the first style only: later ones are set on the map that is there.
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
    map.once('style.load', () => setMap(map))
    return () => {
      setMap(undefined)
      map.remove()
    }
  }, [setMap])

  useEffect(() => {
    if (!map || shown.current === `${theme} ${language}`) return
    shown.current = `${theme} ${language}`
    map.setStyle(chooseStyle(basemap, { theme, language: language as Language }), { diff: false })
  }, [map, theme, language, basemap])

  useEffect(() => {
    // The list is the map's equal for whoever cannot see it; the drawing itself says nothing to a screen reader.
    map?.getCanvas().setAttribute('aria-label', t('label'))
  }, [map, t])

  return <div ref={box} className={styles.stage} data-testid="map" />
}
