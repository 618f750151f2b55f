import { expect, test } from 'vitest'
import { toTrackLocation } from './track-location.ts'

const tagOf = (attributes: object | null | undefined) =>
  toTrackLocation([0, 0, 1, null, null, null, null, { attributes: attributes as object }]).driverTag

test.each([
  [{ driverId: '01A2B3C4D5E6F708' }, '01A2B3C4D5E6F708'],
  [{ card: ' 0012345 ' }, '0012345'],
  [{ driverId: 4711 }, '4711'],
  [{ driverTag: 'one', driverId: 'two' }, 'one'],
  // A reader without a tag.
  [{ driverId: '0000000000000000' }, null],
  [{ driverId: 0 }, null],
  [{ driverId: '' }, null],
  [{ driverId: 1.5 }, null],
  [{ driverId: { id: 1 } }, null],
  [{ driverId: 'a\u0007b' }, null],
  [{ driverId: 'x'.repeat(65) }, null],
  [{}, null],
  [null, null],
])('the tag of %j is %j', (attributes, expected) => {
  expect(tagOf(attributes)).toBe(expected)
})
