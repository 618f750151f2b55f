// The map itself, with the library that draws it.

import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map as MapLibre, ScaleControl } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import type { MapProvider } from '../session/web-config.ts'
import { useTheme } from '../ui/use-theme.ts'
import type { BaseLayer } from './base-layers.ts'
import { findBaseLayer } from './base-layers.ts'
import { chooseStyle } from './basemap/choose-style.ts'
import { loadBasemap } from './basemap/load-basemap.ts'
import { requestsTo } from './basemap/load-requests.ts'
import type { Look } from './basemap/look.ts'
import { fontFaces } from './basemap/map-fonts.ts'
import { addOverlays } from './basemap/overlays.ts'
import { readCamera } from './camera.ts'
import styles from './map-canvas.module.css'
import { useMapChoices } from './map-choices.ts'
import { useMapState } from './use-map.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

loadBasemap()

/** Narrower maps have no room for the names of the data sources; a button shows them. */
const narrowPx = 700

export interface MapCanvasProps {
  baseLayers: BaseLayer[]
  overlays: MapProvider[]
  /** Id of the layer that the account prefers. */
  defaultLayer?: string | undefined
  /** A guest of a share link: no camera is remembered. */
  isGuest?: boolean
}

export function MapCanvas({ baseLayers, overlays, defaultLayer, isGuest = false }: MapCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const { map, isStyled, setMap, setStyleNumber } = useMapState()
  const { t } = useTranslation('map')
  const { language, units } = usePreferences()
  const scale = useRef<ScaleControl>(undefined)
  const theme = useTheme()
  const { baseLayer: chosen, overlays: chosenOverlays } = useMapChoices()
  const baseLayer = findBaseLayer(baseLayers, chosen, defaultLayer)
  const above = overlays.filter(({ id }) => chosenOverlays.includes(id))
  const wanted = [baseLayer.id, theme, language, ...above.map(({ id }) => id)].join(' ')
  const shown = useRef('')

  // Layer, language and theme of the first style only: later ones are set on the existing map.
  const first = useRef({
    baseLayer,
    above,
    wanted,
    baseLayers,
    overlays,
    theme,
    language,
    isGuest,
    label: t('label'),
  })
  useEffect(() => {
    const { baseLayer, above, wanted, baseLayers, overlays, theme, language, isGuest, label } = first.current
    const map = new MapLibre({
      container: box.current as HTMLDivElement,
      transformRequest: requestsTo(namedOrigins(baseLayers, overlays)),
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
    shown.current = wanted
    showStyle(map, baseLayer, above, { theme, language })
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
    if (!map || shown.current === wanted) return
    shown.current = wanted
    isStyled.current = false
    showStyle(map, baseLayer, above, { theme, language })
  }, [map, isStyled, wanted, theme, language, baseLayer, above])

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

/** Styles of providers get the fonts of our labels. */
function showStyle(map: MapLibre, { source }: BaseLayer, overlays: MapProvider[], look: Look): void {
  map.setStyle(chooseStyle(source, look), {
    diff: false,
    transformStyle: (_, style) => {
      const withFonts = { ...style, 'font-faces': { ...style['font-faces'], ...fontFaces } }
      return addOverlays(withFonts, overlays, look.theme)
    },
  })
}

function namedOrigins(baseLayers: BaseLayer[], overlays: MapProvider[]): Set<string> {
  const providers = [...baseLayers.map(({ provider }) => provider), ...overlays]
  const named = providers.flatMap((provider) => (provider?.needsReferrer ? [provider.url] : []))
  return new Set(named.map((url) => new URL(url).origin))
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
