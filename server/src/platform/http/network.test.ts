import { expect, test } from 'vitest'
import { isInNetworks, networkOf, toBlockList } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a network contains its addresses, also as mapped ones', () => {
  const networks = toBlockList(['192.0.2.0/24', '2001:db8::/32', '203.0.113.9', '2001:db9::2'])
  const inside = ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '203.0.113.9', '2001:db9::2']
  expect(inside.map((address) => isInNetworks(networks, address))).toEqual(inside.map(() => true))
  const outside = ['198.51.100.1', '203.0.113.10', '2001:db9::1', 'nothing']
  expect(outside.map((address) => isInNetworks(networks, address))).toEqual(outside.map(() => false))
})
