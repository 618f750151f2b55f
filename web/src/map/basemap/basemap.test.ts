import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { describe, expect, it } from 'vitest'
import { basemapStyle } from './basemap-style.ts'
import { chooseStyle } from './choose-style.ts'
import type { Look } from './look.ts'
import { palettes } from './palette.ts'

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
