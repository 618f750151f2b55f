import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { featureFilter, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { FilterSpecification, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { describe, expect, it } from 'vitest'
import type { MapProvider, PictureMap, StreetMap } from '../../session/web-config.ts'
import { baseLayersOf, findBaseLayer, overlaysOf } from '../base-layers.ts'
import { basemapStyle } from './basemap-style.ts'
import { chooseStyle } from './choose-style.ts'
import { requestsTo } from './load-requests.ts'
import type { Look } from './look.ts'
import { addOverlays } from './overlays.ts'
import { palettes } from './palette.ts'
import { streetStyle } from './street-style.ts'

const looks: Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'es', 'pt'] as const).map((language) => ({ theme, language })),
)

const file = readFileSync(new URL('../../../public/basemap/world.pmtiles', import.meta.url))
const world = new PMTiles({
  getKey: () => 'world',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
  }),
})

async function tileAt(z: number, x: number, y: number): Promise<VectorTile> {
  const tile = await world.getZxy(z, x, y)
  return new VectorTile(new PbfReader(new Uint8Array(tile!.data)))
}

function sourceLayersOf(style: StyleSpecification): string[] {
  const names = style.layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']!] : []))
  return [...new Set(names)].sort()
}

function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

describe.each(looks)('the built-in map, $theme, $language', (look) => {
  const style = basemapStyle(look)

  it('is a valid style', () => {
    expect(validateStyleMin(style)).toEqual([])
  })

  it('has labels that are legible on land, on water and on their halo', () => {
    const { land, water } = palettes[look.theme]
    const labels = style.layers.filter((layer): layer is SymbolLayerSpecification => layer.type === 'symbol')
    expect(labels.length).toBeGreaterThan(3)
    for (const { id, paint } of labels) {
      for (const ground of [land, water, paint!['text-halo-color'] as string]) {
        expect(contrast(paint!['text-color'] as string, ground), `${id} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
    }
  })

  it('is also a valid style with the operator’s own tiles', () => {
    const attribution = '© OpenStreetMap'
    const streets = chooseStyle({ type: 'pmtiles', url: '/tiles/region.pmtiles', attribution }, look)
    const pictures = chooseStyle({ type: 'raster', url: '/tiles/{z}/{x}/{y}.png', attribution }, look)
    expect(validateStyleMin(streets as StyleSpecification)).toEqual([])
    expect(validateStyleMin(pictures as StyleSpecification)).toEqual([])
    expect(JSON.stringify([streets, pictures]).match(/© OpenStreetMap/g)).toHaveLength(2)
  })
})

describe.each(looks)('maps with streets above the built-in map, $theme, $language', (look) => {
  const style = streetStyle(look, [town('protomaps', 0), town('openmaptiles', 10)])
  const layer = (id: string) => style.layers.find((one) => one.id === id)

  it('are a valid style with the layers of all maps', () => {
    expect(validateStyleMin(style)).toEqual([])
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length)
    for (const name of [
      'water',
      'buildings',
      'road-highway',
      'road-minor',
      'road-names',
      'towns',
      'borders',
    ]) {
      expect(layer(`streets-0-${name}`), name).toBeDefined()
      expect(layer(`streets-1-${name}`), name).toBeDefined()
    }
  })

  it('begin where the built-in map ends, or at the first zoom of the archive', () => {
    expect([layer('streets-0-water')!.minzoom, layer('streets-1-water')!.minzoom]).toEqual([7, 10])
    expect(layer('land')!.minzoom).toBeUndefined()
  })

  it('are drawn below all labels', () => {
    const isLabel = style.layers.map(({ type }) => type === 'symbol')
    expect(isLabel.lastIndexOf(false)).toBeLessThan(style.layers.findIndex(({ id }) => id === 'town-labels'))
  })

  it('have labels in the language, which are legible', () => {
    expect(JSON.stringify(layer('streets-0-towns'))).toContain(`name:${look.language}`)
    const { land } = palettes[look.theme]
    for (const { id, type, paint } of style.layers) {
      if (type !== 'symbol' || !id.startsWith('streets')) continue
      expect(contrast(paint!['text-color'] as string, land), id).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('replace the labels of the built-in map only where they have tiles', () => {
    const { filter } = layer('town-labels') as { filter: FilterSpecification }
    const { filter: isShown } = featureFilter(filter, 'layers[0].filter')
    const at = (longitude: number, latitude: number, zoom: number) => {
      const tile = { z: zoom, x: Math.floor(((longitude + 180) / 360) * 2 ** zoom), y: rowOf(latitude, zoom) }
      const inTile = (share: number) =>
        Math.round((share * 2 ** zoom - Math.floor(share * 2 ** zoom)) * 8_192)
      const point = { x: inTile((longitude + 180) / 360), y: inTile(shareOf(latitude)) }
      const feature = { type: 1 as const, properties: { mz: 3 }, geometry: [[point]] }
      return isShown({ zoom } as never, feature as never, tile as never)
    }
    expect(at(-1.64, 41.35, 6)).toBe(true)
    expect(at(-1.64, 41.35, 8)).toBe(false)
    expect(at(-3.7, 40.4, 8)).toBe(true)
    expect(at(10.5, 50.5, 8)).toBe(true)
    expect(at(10.5, 50.5, 10)).toBe(false)
  })
})

function town(schema: 'protomaps' | 'openmaptiles', minZoom: number): StreetMap {
  const coverage: StreetMap['coverage'] =
    schema === 'protomaps' ? [[-2.11, 40.97, -1.4, 41.51]] : [[10, 50, 11, 51]]
  return {
    name: schema,
    url: `/maps/${schema}.pmtiles`,
    schema,
    coverage,
    minZoom,
    attribution: '© OpenStreetMap',
  }
}

const shareOf = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
const rowOf = (latitude: number, zoom: number) => Math.floor(shareOf(latitude) * 2 ** zoom)

describe('the layers that users can choose', () => {
  const provider: MapProvider = {
    id: 'example',
    name: 'Example',
    shows: 'streets',
    type: 'style',
    url: 'https://maps.example/LANGUAGE.json?key=abc',
    darkUrl: 'https://maps.example/dark/LANGUAGE.json?key=abc',
    attribution: '',
  }
  const imagery: MapProvider = {
    id: 'pictures',
    name: 'Pictures',
    shows: 'imagery',
    type: 'raster',
    url: 'https://pictures.example/{z}/{y}/{x}.jpg',
    maxZoom: 14,
    attribution: 'Pictures',
  }
  const builtIn = { type: 'built-in' } as const
  const marks: MapProvider = {
    id: 'marks',
    name: 'Marks',
    shows: 'nautical',
    type: 'raster',
    url: 'https://marks.example/{z}/{x}/{y}.png',
    maxZoom: 18,
    attribution: '© Marks',
  }
  const terrain: MapProvider = {
    ...marks,
    id: 'heights',
    shows: 'terrain',
    type: 'elevation',
    url: 'https://heights.example/{z}/{x}/{y}.png',
    attribution: '© Heights',
  }
  const photo: PictureMap = {
    name: 'photo',
    url: '/maps/photo.pmtiles',
    schema: 'pictures',
    tileSizePx: 512,
    coverage: [[10, 50, 11, 51]],
    minZoom: 0,
    attribution: '© Agency',
  }

  it('are only the built-in map as long as the operator has nothing else', () => {
    const layers = baseLayersOf({ basemap: builtIn, maps: [], providers: [] })
    expect(layers.map(({ id }) => id)).toEqual(['built-in'])
    expect(JSON.stringify(chooseStyle(layers[0]!.source, looks[0]!))).not.toMatch(/tiles":|pmtiles:\/\/http/)
  })

  it('begin with what the operator prefers', () => {
    const maps = [town('protomaps', 0)]
    const layers = baseLayersOf({ basemap: builtIn, maps, providers: [provider, imagery] })
    expect(layers.map(({ id }) => id)).toEqual([
      'streets',
      'provider-example',
      'provider-pictures',
      'built-in',
    ])
    expect(findBaseLayer(layers, undefined).id).toBe('streets')
    expect(findBaseLayer(layers, 'built-in').id).toBe('built-in')
    expect(findBaseLayer(layers, 'removed').id).toBe('streets')
    expect(findBaseLayer(layers, undefined, 'provider-pictures').id).toBe('provider-pictures')
    expect(findBaseLayer(layers, 'built-in', 'provider-pictures').id).toBe('built-in')
    expect(findBaseLayer(layers, 'removed', 'provider-pictures').id).toBe('provider-pictures')
    const own = { type: 'raster', url: 'https://own.example/{z}/{x}/{y}.png', attribution: '' } as const
    expect(baseLayersOf({ basemap: own, maps, providers: [] })[0]!.id).toBe('operator')
  })

  it('have own pictures as layers of their own, below the labels of the built-in map', () => {
    const maps = [town('protomaps', 0), photo]
    const layers = baseLayersOf({ basemap: builtIn, maps, providers: [] })
    expect(layers.map(({ id }) => id)).toEqual(['streets', 'pictures-photo', 'built-in'])
    expect(layers[0]!.source).toEqual({ type: 'streets', maps: [maps[0]] })
    for (const look of looks) {
      const style = chooseStyle(layers[1]!.source, look) as StyleSpecification
      expect(validateStyleMin(style)).toEqual([])
      expect(style.sources.pictures).toMatchObject({ tileSize: 512, attribution: '© Agency' })
      const ids = style.layers.map(({ id }) => id)
      expect(ids.indexOf('land')).toBeLessThan(ids.indexOf('pictures'))
      expect(ids.indexOf('pictures')).toBeLessThan(ids.indexOf('town-labels'))
    }
  })

  it('do not include overlays, which are drawn above any of them', () => {
    const providers = [marks, provider, terrain]
    const layers = baseLayersOf({ basemap: builtIn, maps: [], providers })
    expect(layers.map(({ id }) => id)).toEqual(['provider-example', 'built-in'])
    expect(overlaysOf({ providers })).toEqual([marks, terrain])
    for (const look of looks) {
      const style = addOverlays(basemapStyle(look), [marks, terrain], look.theme)
      expect(validateStyleMin(style)).toEqual([])
      const ids = style.layers.map(({ id }) => id)
      expect(ids.at(-1)).toBe('overlay-marks')
      expect(ids.indexOf('overlay-heights')).toBe(style.layers.findIndex(({ type }) => type === 'symbol') - 1)
      expect(style.sources['overlay-marks']).toMatchObject({ attribution: '© Marks', maxzoom: 18 })
      expect(style.sources['overlay-heights']).toMatchObject({ type: 'raster-dem', encoding: 'terrarium' })
    }
    const plain = basemapStyle(looks[0]!)
    expect(addOverlays(plain, [], 'light')).toEqual(plain)
  })

  it('follow language and theme', () => {
    const styleOf = (one: MapProvider, look: Look) => chooseStyle({ type: 'provider', provider: one }, look)
    expect(styleOf(provider, { theme: 'light', language: 'es' })).toBe('https://maps.example/es.json?key=abc')
    expect(styleOf(provider, { theme: 'dark', language: 'pt' })).toBe(
      'https://maps.example/dark/pt.json?key=abc',
    )
    const pictures = styleOf(imagery, { theme: 'dark', language: 'en' }) as StyleSpecification
    expect(validateStyleMin(pictures)).toEqual([])
    expect(pictures.sources.raster).toMatchObject({ maxzoom: 14, attribution: 'Pictures' })
  })

  it('name this site only to providers that require it', () => {
    const transform = requestsTo(new Set(['https://maps.example']))
    expect(transform('https://maps.example/1/2/3.png')).toEqual({
      url: 'https://maps.example/1/2/3.png',
      referrerPolicy: 'origin',
    })
    for (const url of ['https://maps.example.evil/1.png', '/maps/x.pmtiles', 'pmtiles:///maps/x']) {
      expect(transform(url)).toBeUndefined()
    }
  })
})

describe('the tiles of the built-in map', () => {
  it('reach from zoom 0 to zoom 7', async () => {
    expect(await world.getHeader()).toMatchObject({ specVersion: 3, minZoom: 0, maxZoom: 7, tileType: 1 })
    for (let zoom = 0; zoom <= 7; zoom += 1) {
      const middle = Math.floor(2 ** zoom / 2)
      expect(Object.keys((await tileAt(zoom, middle, Math.max(0, middle - 1))).layers)).toContain('land')
    }
  })

  it('have every layer that the style draws', async () => {
    const named = sourceLayersOf(basemapStyle({ theme: 'light', language: 'en' }))
    const inTiles = new Set<string>()
    for (let zoom = 0; zoom <= 7; zoom += 1) {
      // Where Spain and France meet at the Bay of Biscay.
      const tile = await tileAt(zoom, Math.floor(0.49 * 2 ** zoom), Math.floor(0.363 * 2 ** zoom))
      for (const layer of Object.keys(tile.layers)) inTiles.add(layer)
    }
    expect([...inTiles].sort()).toEqual(named)
  })

  it('have town names in each language', async () => {
    const { towns } = (await tileAt(7, 60, 49)).layers
    const names = Array.from({ length: towns!.length }, (_, at) => towns!.feature(at).properties)
    expect(names).toContainEqual(
      expect.objectContaining({ name: 'Lisbon', name_es: 'Lisboa', name_pt: 'Lisboa', capital: true, mz: 4 }),
    )
  })

  // An islet wound the wrong way turns the whole sea into land, and only at the zooms of its detail.
  it.each([
    [4, 15, 6],
    [5, 31, 11],
    [5, 0, 11],
    [6, 24, 26],
    [7, 127, 45],
    [7, 0, 45],
  ])('leave the open sea open at %i/%i/%i', async (zoom, x, y) => {
    const tile = await world.getZxy(zoom, x, y)
    const layers = tile ? Object.keys(new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers) : []
    expect(layers).not.toContain('land')
  })
})
