import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { box, circle, corridor, indexOf, polygon, runs, star } from '../../../test/shapes.ts'
import { wrapped } from './geodesy.api.ts'
import type { Geometry, Point } from './geofence.types.ts'

describe('a segment', () => {
  const samples = 1_000
  const partOf = (from: Point, to: Point, fraction: number): Point => {
    const right = to.longitude - from.longitude
    const short = right - 360 * Math.round(right / 360)
    return {
      latitude: from.latitude + (to.latitude - from.latitude) * fraction,
      longitude: wrapped(from.longitude + short * fraction),
    }
  }

  test.each([
    ['polygons', star.map((one) => ({ ...one, radiusM: null }))],
    ['circles', circle],
    ['corridors', corridor],
  ] as const)('enters and leaves %s where sampling along it does', (_name, shapes) => {
    fc.assert(
      fc.property(shapes as typeof circle, ({ geometry, radiusM, points }) => {
        const index = indexOf(geometry, radiusM)
        for (let at = 1; at < 8; at += 1) {
          const [from, to] = [points[at - 1]!, points[at]!]
          // Between antipodes both directions are equally short.
          if (Math.abs(Math.abs(from.longitude - to.longitude) - 180) < 20) continue
          const inside: number[] = []
          for (let step = 0; step <= samples; step += 1) {
            if (index.at(partOf(from, to, step / samples)).length > 0) inside.push(step / samples)
          }
          const [touched] = index.along(from, to)
          if (inside.length > 0) {
            expect([from, to, touched !== undefined]).toEqual([from, to, true])
            expect(touched!.entersAt).toBeLessThanOrEqual(inside[0]! + 1e-6)
            expect(touched!.leavesAt).toBeGreaterThanOrEqual(inside.at(-1)! - 1e-6)
          }
          if (!touched) continue
          expect(touched.entersAt).toBeLessThanOrEqual(touched.leavesAt)
          const lengthM =
            indexOf({ type: 'Point', coordinates: [to.longitude, to.latitude] }, 1).distanceM(7, from)! + 1
          for (const fraction of [touched.entersAt, touched.leavesAt]) {
            const off = index.distanceM(7, partOf(from, to, fraction))!
            const atEnd = fraction === 0 || fraction === 1
            expect([from, to, fraction, off, off < Math.max(1, lengthM / 1_000)]).toEqual([
              from,
              to,
              fraction,
              off,
              true,
            ])
            if (!atEnd)
              expect([fraction, off, off > -Math.max(1, lengthM / 1_000)]).toEqual([fraction, off, true])
          }
        }
      }),
      runs,
    )
  })

  test('crosses an area with both ends outside', () => {
    const index = indexOf(polygon(box(10, 0, 20, 10)))
    expect(index.along({ longitude: 0, latitude: 5 }, { longitude: 40, latitude: 5 })).toEqual([
      { number: 7, entersAt: 0.25, leavesAt: 0.5 },
    ])
    expect(index.along({ longitude: 0, latitude: 15 }, { longitude: 40, latitude: 15 })).toEqual([])
  })

  test.each([
    ['stepping', polygon(box(175, 0, -175, 10))],
    ['beyond 180', polygon(box(175, 0, 185, 10))],
    ['below -180', polygon(box(-185, 0, -175, 10))],
    ['split', { type: 'MultiPolygon', coordinates: [[box(175, 0, 180, 10)], [box(-180, 0, -175, 10)]] }],
  ] as [string, Geometry][])('crosses an area at the antimeridian, written %s', (_name, geometry) => {
    const index = indexOf(geometry)
    const east = index.along({ longitude: 170, latitude: 5 }, { longitude: -170, latitude: 5 })
    expect(east).toEqual([{ number: 7, entersAt: 0.25, leavesAt: 0.75 }])
    const west = index.along({ longitude: -179, latitude: 5 }, { longitude: 171, latitude: 5 })
    expect(west).toEqual([{ number: 7, entersAt: 0, leavesAt: 0.6 }])
    expect(index.along({ longitude: -170, latitude: 5 }, { longitude: 0, latitude: 5 })).toEqual([])
    for (const longitude of [175, 180, -180, -175, 179, -179]) {
      expect([longitude, index.at({ longitude, latitude: 5 })]).toEqual([longitude, [7]])
    }
    expect(index.at({ longitude: 174.9, latitude: 5 })).toEqual([])
  })

  test('of length zero is inside its area', () => {
    const index = indexOf(polygon(box(0, 0, 1, 1)))
    const coordinates = { longitude: 0.5, latitude: 0.5 }
    expect(index.along(coordinates, coordinates)).toEqual([{ number: 7, entersAt: 0, leavesAt: 1 }])
  })
})
