// Chooses the map style: the operator's, else the built-in world map with the operator's maps above it.
import type { RasterLayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapProvider, PictureMap, StreetMap } from '../../session/web-config.ts'
import { basemapStyle, worldLayers, worldSource } from './basemap-style.ts'
import type { Look, Theme } from './look.ts'
import { fontFaces } from './map-fonts.ts'
import { palettes } from './palette.ts'
import { remoteStreetStyle, streetStyle } from './street-style.ts'

export type BasemapSource =
  | { type: 'built-in' }
  | { type: 'streets'; maps: StreetMap[] }
  | { type: 'pictures'; map: PictureMap }
  | { type: 'pmtiles'; url: string; attribution: string }
  | { type: 'style'; url: string }
  | { type: 'raster'; url: string; attribution: string }
  | { type: 'provider'; provider: MapProvider }

/** Pictures have no theme: in the dark theme they are dimmed. */
const dimmed = (theme: Theme): NonNullable<RasterLayerSpecification['paint']> =>
  theme === 'dark' ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.4 } : {}

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
        paint: dimmed(theme),
      },
    ],
  }
}

/** The operator's own pictures, between the built-in world and its labels. */
function pictureStyle(look: Look, { url, tileSizePx, attribution }: PictureMap): StyleSpecification {
  const { shapes, labels } = worldLayers(look)
  const pictures = { type: 'raster' as const, url: `pmtiles://${url}`, tileSize: tileSizePx, attribution }
  return {
    version: 8,
    name: `Rastro pictures ${look.theme}`,
    'font-faces': fontFaces,
    sources: { ...worldSource(), pictures },
    layers: [
      ...shapes,
      { id: 'pictures', type: 'raster', source: 'pictures', paint: dimmed(look.theme) },
      ...labels,
    ],
  }
}

function providerStyle(provider: MapProvider, { theme, language }: Look): StyleSpecification | string {
  if (provider.type !== 'style') return rasterStyle(provider, theme)
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
    case 'pictures':
      return pictureStyle(look, basemap.map)
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
