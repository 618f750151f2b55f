import { expect, test } from 'vitest'
import { openInAddress } from './open-in-addresses.ts'

test.each([
  ['osm', 'https://www.openstreetmap.org/?mlat=41.353200&mlon=-1.643100#map=16/41.353200/-1.643100'],
  ['google', 'https://www.google.com/maps/search/?api=1&query=41.353200%2C-1.643100'],
  ['apple', 'https://maps.apple.com/?ll=41.353200%2C-1.643100&q=41.353200%2C-1.643100'],
  ['waze', 'https://www.waze.com/ul?ll=41.353200%2C-1.643100&navigate=yes'],
  ['geo', 'geo:41.353200,-1.643100?q=41.353200,-1.643100'],
] as const)('%s opens at the position', (target, address) => {
  expect(openInAddress(target, 41.3532, -1.6431)).toBe(address)
})

test('tiny angles have no exponent', () => {
  expect(openInAddress('geo', 1e-9, -0.000_000_4)).toBe('geo:0.000000,-0.000000?q=0.000000,-0.000000')
})
