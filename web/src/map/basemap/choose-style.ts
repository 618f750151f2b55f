// Chooses the map style: the operator's, else the built-in world map.
import type { StyleSpecification } from 'maplibre-gl'
import { basemapStyle } from './basemap-style.ts'
import type { Look, Theme } from './look.ts'
import { palettes } from './palette.ts'
import { streetStyle } from './street-style.ts'

export type BasemapSource =
  | { type: 'built-in' }
  | { type: 'pmtiles'; url: string; attribution: string }
  | { type: 'style'; url: string }
  | { type: 'raster'; url: string; attribution: string }

/** Raster tiles have no theme: in the dark theme they are dimmed. */
function rasterStyle(url: string, attribution: string, theme: Theme): StyleSpecification {
  return {
    version: 8,
    sources: { raster: { type: 'raster', tiles: [url], tileSize: 256, attribution } },
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

/** The argument of `map.setStyle`: a style, or its URL. */
export function chooseStyle(basemap: BasemapSource, look: Look): StyleSpecification | string {
  switch (basemap.type) {
    case 'built-in':
      return basemapStyle(look)
    case 'pmtiles':
      return streetStyle({ ...look, tilesUrl: basemap.url, attribution: basemap.attribution })
    case 'style':
      return basemap.url
    case 'raster':
      return rasterStyle(basemap.url, basemap.attribution, look.theme)
  }
}
