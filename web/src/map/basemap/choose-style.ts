// The ladder of maps: what the operator has set up, else the built-in world.
import type { StyleSpecification } from 'maplibre-gl'
import { basemapStyle } from './basemap-style.ts'
import type { Look, Theme } from './look.ts'
import { palettes } from './palette.ts'
import { streetStyle } from './street-style.ts'

export type BasemapSource =
  | { kind: 'built-in' }
  | { kind: 'pmtiles'; url: string; attribution: string }
  | { kind: 'style'; url: string }
  | { kind: 'raster'; url: string; attribution: string }

/** Tiles that are pictures know no theme: in the dark they are dimmed. */
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

/** What `map.setStyle` takes: a style, or the address of one. */
export function chooseStyle(basemap: BasemapSource, look: Look): StyleSpecification | string {
  switch (basemap.kind) {
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
