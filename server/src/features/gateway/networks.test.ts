import { expect, test } from 'vitest'
import { isInNetworks, networksOf, sourceOf } from './networks.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source)
})

test('a network contains its addresses, also as mapped ones', () => {
  const networks = networksOf('NETWORKS', ['192.0.2.0/24', '2001:db8::/32'])
  const addresses = ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '198.51.100.1', '2001:db9::1', 'nothing']
  expect(addresses.map((address) => isInNetworks(networks, address))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
