// Chooses the map style: the operator's, else the built-in world map with the operator's maps above it.
import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider, StreetMap } from '../../session/web-config.ts'
import { basemapStyle } from './basemap-style.ts'
import type { Look, Theme } from './look.ts'
import { fontFaces } from './map-fonts.ts'
import { palettes } from './palette.ts'
import { remoteStreetStyle, streetStyle } from './street-style.ts'

export type BasemapSource =
  | { type: 'built-in' }
  | { type: 'streets'; maps: StreetMap[] }
  | { type: 'pmtiles'; url: string; attribution: string }
  | { type: 'style'; url: string }
  | { type: 'raster'; url: string; attribution: string }
  | { type: 'provider'; provider: MapProvider }

/** Raster tiles have no theme: in the dark theme they are dimmed. */
function rasterStyle(
  { url, attribution, maxZoom }: { url: string; attribution: string; maxZoom?: number },
  theme: Theme,
): StyleSpecification {
  const zooms = maxZoom === undefined ? {} : { maxzoom: maxZoom }
  return {
    version: 8,
    'font-faces': fontFaces,
    sources: { raster: { type: 'raster', tiles: [url], tileSize: 256, attribution, ...zooms } },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': palettes[theme].water } },
      {
        id: 'raster',
        type: 'raster',
        source: 'raster',
        paint: theme === 'dark' ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.4 } : {},
      },
    ],
  }
}

function providerStyle(provider: MapProvider, { theme, language }: Look): StyleSpecification | string {
  if (provider.type === 'raster') return rasterStyle(provider, theme)
  const url = (theme === 'dark' && provider.darkUrl) || provider.url
  return url.replace('LANGUAGE', language)
}

/** The argument of `map.setStyle`: a style, or its URL. */
export function chooseStyle(basemap: BasemapSource, look: Look): StyleSpecification | string {
  switch (basemap.type) {
    case 'built-in':
      return basemapStyle(look)
    case 'streets':
      return streetStyle(look, basemap.maps)
    case 'pmtiles':
      return remoteStreetStyle(look, basemap.url, basemap.attribution)
    case 'style':
      return basemap.url
    case 'raster':
      return rasterStyle(basemap, look.theme)
    case 'provider':
      return providerStyle(basemap.provider, look)
  }
}
