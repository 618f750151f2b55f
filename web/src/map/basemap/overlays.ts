// Overlays of providers in any style: shaded terrain below the labels, nautical marks above everything.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '../../session/web-config.ts'
import type { Theme } from './look.ts'

const shades = {
  light: { shadow: '#5b5346', highlight: '#ffffff' },
  dark: { shadow: '#000000', highlight: '#5f6b7a' },
}

function sourceOf({ type, url, attribution, maxZoom }: MapProvider): SourceSpecification {
  const common = {
    tiles: [url],
    tileSize: 256,
    attribution,
    ...(maxZoom !== undefined && { maxzoom: maxZoom }),
  }
  if (type === 'elevation') return { ...common, type: 'raster-dem', encoding: 'terrarium' }
  return { ...common, type: 'raster' }
}

function layerOf({ type }: MapProvider, id: string, theme: Theme): LayerSpecification {
  if (type !== 'elevation') return { id, type: 'raster', source: id }
  const { shadow, highlight } = shades[theme]
  return {
    id,
    type: 'hillshade',
    source: id,
    paint: {
      'hillshade-shadow-color': shadow,
      'hillshade-highlight-color': highlight,
      'hillshade-accent-color': shadow,
      'hillshade-exaggeration': 0.35,
    },
  }
}

export function addOverlays(
  style: StyleSpecification,
  overlays: MapProvider[],
  theme: Theme,
): StyleSpecification {
  const sources = { ...style.sources }
  const layers = [...style.layers]
  for (const overlay of overlays) {
    const id = `overlay-${overlay.id}`
    sources[id] = sourceOf(overlay)
    const firstLabel = layers.findIndex(({ type }) => type === 'symbol')
    const at = overlay.shows === 'terrain' && firstLabel >= 0 ? firstLabel : layers.length
    layers.splice(at, 0, layerOf(overlay, id, theme))
  }
  return { ...style, sources, layers }
}
