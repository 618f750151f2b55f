// The network of a client address, as a key of limits.

import { isIPv6 } from 'node:net'

/** One IPv4 address, or the /64 of an IPv6 customer. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array(Math.max(0, missing)).fill('0'), ...tail.split(':').filter(Boolean)]
  return `${full.slice(0, 4).join(':')}::/64`
}
