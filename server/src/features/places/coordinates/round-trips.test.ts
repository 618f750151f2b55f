// Generated coordinates, written in a notation and read again; and hostile texts.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { writeAngle, writeMgrs, writePlusCode, writeUtm } from '../../../../test/written-coordinates.ts'
import { metresBetween, newCoordinates, withVector } from '../../geofences/geodesy.api.ts'
import type { Coordinates } from './coordinates.types.ts'
import { parseCoordinates } from './parse-coordinates.ts'

const runs = { numRuns: isFullLane ? 20_000 : 1_000, seed: laneSeed }
const degrees = (max: number) =>
  fc.double({ min: -max, max, noNaN: true }).map((value) => Math.round(value * 1e7) / 1e7)
/** Also close to the poles, to the antimeridian and to zero, and on them. */
const edges = (max: number) => fc.oneof(degrees(max), fc.constantFrom(-max, max, 0, 1e-5, -1e-5, max - 1e-5))
const anywhere = fc.record({ latitude: edges(90), longitude: edges(180) })
const onGrid = fc.record({
  latitude: fc.integer({ min: -79_990_000, max: 83_990_000 }).map((millionths) => millionths / 1e6),
  longitude: fc.integer({ min: -179_999_900, max: 179_999_900 }).map((millionths) => millionths / 1e6),
})

function metresApart(one: Coordinates, other: Coordinates): number {
  const a = withVector(newCoordinates(one.latitude, one.longitude))
  const b = withVector(newCoordinates(other.latitude, other.longitude))
  return metresBetween(a.x, a.y, a.z, b.x, b.y, b.z)
}

function expectRead(text: string, coordinates: Coordinates, withinM: number): void {
  const found = parseCoordinates(text)
  expect(found, text).not.toBeNull()
  expect(metresApart(found!, coordinates), text).toBeLessThanOrEqual(withinM)
}

test('decimal degrees', () => {
  fc.assert(
    fc.property(anywhere, fc.boolean(), fc.constantFrom(', ', ' ', '; '), (coordinates, isComma, between) => {
      const write = (value: number) => value.toFixed(7).replace('.', isComma ? ',' : '.')
      expectRead(`${write(coordinates.latitude)}${between}${write(coordinates.longitude)}`, coordinates, 0.1)
    }),
    runs,
  )
})

test('degrees with minutes and seconds', () => {
  const languages = [['E', 'W'] as const, ['E', 'O'] as const, ['L', 'O'] as const]
  fc.assert(
    fc.property(
      anywhere,
      fc.constantFrom('minutes' as const, 'seconds' as const),
      fc.constantFrom(...languages),
      fc.constantFrom(', ', ' ', ''),
      ({ latitude, longitude }, units, letters, between) => {
        const text = `${writeAngle(latitude, ['N', 'S'], units)}${between}${writeAngle(longitude, letters, units)}`
        expectRead(text, { latitude, longitude }, 1)
      },
    ),
    runs,
  )
})

test('plus codes', () => {
  fc.assert(
    fc.property(anywhere, (coordinates) => expectRead(writePlusCode(coordinates), coordinates, 20)),
    runs,
  )
})

test('MGRS and UTM', () => {
  fc.assert(
    fc.property(onGrid, (coordinates) => {
      expectRead(writeMgrs(coordinates), coordinates, 2)
      expectRead(writeUtm(coordinates), coordinates, 2)
    }),
    runs,
  )
})

test('any text is answered, and quickly', () => {
  const pieces = [
    '41',
    '.',
    ',',
    '-',
    '+',
    ' ',
    '°',
    "'",
    '"',
    'N',
    'S',
    ';',
    ':',
    '1',
    '/',
    '@',
    '!3d',
    'geo:',
    '(',
    'E',
    'M',
    'T',
  ]
  const hostile = [
    ...pieces.map((piece) => piece.repeat(200).slice(0, 200)),
    ...pieces.flatMap((one) => pieces.map((other) => `${one}${other}`.repeat(100).slice(0, 199))),
    `${' '.repeat(198)}x`,
    `${'1 '.repeat(99)}x`,
    `https://a/?q=${'1'.repeat(180)}x`,
    `geo:1,1${';a=b'.repeat(45)}!`,
    `+${'1'.repeat(190)}-`,
    '\u0000'.repeat(200),
    '💥'.repeat(100),
    '\ud800'.repeat(200),
  ]
  const startedAt = performance.now()
  for (let round = 0; round < 20; round += 1) for (const text of hostile) parseCoordinates(text)
  const eachMs = (performance.now() - startedAt) / (20 * hostile.length)
  expect(eachMs).toBeLessThan(0.5)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }),
      fc.string({ maxLength: 20 }),
      (parts, more) => {
        const found = parseCoordinates(parts.join('') + more)
        expect(found === null || (Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180)).toBe(
          true,
        )
      },
    ),
    runs,
  )
})
