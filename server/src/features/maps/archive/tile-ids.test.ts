import fc from 'fast-check'
import { zxyToTileId } from 'pmtiles'
import { expect, test } from 'vitest'
import { firstIdOf, hasPartWithin, idRangesOf, partsWithin, tileAt, tileId } from './tile-ids.ts'

test('numbers tiles like the reader in browsers', () => {
  const tile = fc.integer({ min: 0, max: 20 }).chain((zoom) => {
    const place = fc.integer({ min: 0, max: 2 ** zoom - 1 })
    return fc.tuple(fc.constant(zoom), place, place)
  })
  fc.assert(
    fc.property(tile, ([zoom, x, y]) => {
      const id = tileId(zoom, x, y)
      expect(id).toBe(zxyToTileId(zoom, x, y))
      expect(tileAt(zoom, id - firstIdOf(zoom))).toEqual([x, y])
    }),
  )
})

test('finds exactly the tiles of the boxes', () => {
  const zooms = 7
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  const latitude = fc.double({ min: -85, max: 85, noNaN: true })
  const box = fc.tuple(longitude, longitude, latitude, latitude).map(([one, other, low, high]) => ({
    west: Math.min(one, other),
    east: Math.max(one, other),
    south: Math.min(low, high),
    north: Math.max(low, high),
  }))
  const rowOf = (angle: number, side: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((angle * Math.PI) / 180)) / Math.PI) / 2) * side)
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 2 }), (boxes) => {
      const ranges = idRangesOf(boxes, 2, zooms)
      const wanted = new Set<number>()
      for (const { west, south, east, north } of boxes) {
        for (let zoom = 2; zoom <= zooms; zoom += 1) {
          const side = 2 ** zoom
          const column = (angle: number) => Math.min(side - 1, Math.floor(((angle + 180) / 360) * side))
          for (let x = column(west); x <= column(east); x += 1) {
            for (let y = rowOf(north, side); y <= rowOf(south, side); y += 1) wanted.add(tileId(zoom, x, y))
          }
        }
      }
      const found = [...partsWithin(ranges, 0, 1e9)].flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, at) => from + at),
      )
      expect(new Set(found)).toEqual(wanted)
      expect(found.length).toBe(wanted.size)
    }),
    { numRuns: 60 },
  )
})

test('cuts a range to its parts', () => {
  const ranges = Float64Array.from([10, 20, 30, 40, 50, 60])
  expect([...partsWithin(ranges, 0, 10)]).toEqual([])
  expect([...partsWithin(ranges, 15, 35)]).toEqual([
    [15, 20],
    [30, 35],
  ])
  expect(hasPartWithin(ranges, 20, 30)).toBe(false)
  expect(hasPartWithin(ranges, 20, 31)).toBe(true)
})
