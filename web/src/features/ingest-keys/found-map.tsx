// The locations that a mapping found, on a small map of their own.

import { Marker } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { baseLayersOf, overlaysOf } from '../../map/base-layers.ts'
import { fitTo } from '../../map/fit.ts'
import { MapCanvas } from '../../map/map-canvas.tsx'
import { MapProvider, useMap } from '../../map/use-map.tsx'
import { useDefaultMapLayer } from '../../session/use-account.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import styles from './found-map.module.css'
import type { FoundPlace } from './found-places.ts'
import { boundsOf } from './found-places.ts'

const pinColor = '#c2410c'

export function FoundMap({ places }: { places: FoundPlace[] }) {
  const { t } = useTranslation('ingest-keys')
  const config = useWebConfig()
  const { layer } = useDefaultMapLayer()
  const layers = useMemo(
    () => config && { baseLayers: baseLayersOf(config), overlays: overlaysOf(config) },
    [config],
  )
  if (!layers) return null
  return (
    <MapProvider>
      <section className={styles.map} aria-label={t('mapping.map')}>
        <MapCanvas {...layers} defaultLayer={layer} isGuest />
        <Pins places={places} />
      </section>
    </MapProvider>
  )
}

function Pins({ places }: { places: FoundPlace[] }) {
  const map = useMap()
  useEffect(() => {
    if (!map) return
    const pins = places.map(({ identifier, latitude, longitude }) => {
      const pin = new Marker({ color: pinColor, scale: 0.8 }).setLngLat([longitude, latitude]).addTo(map)
      pin.getElement().setAttribute('aria-label', identifier)
      return pin
    })
    const bounds = boundsOf(places)
    if (bounds) fitTo(map, bounds, { animate: false })
    return () => {
      for (const pin of pins) pin.remove()
    }
  }, [map, places])
  return null
}
