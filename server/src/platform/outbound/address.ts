// Which addresses outbound requests may reach: public ones, and networks that the operator allows. Follows the IANA
// registries of special-purpose addresses, including those that embed an IPv4 address (NAT64, 6to4, Teredo).

import { isIP } from 'node:net'
import { toBlockList } from '../http/network.ts'

const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A public address that is internal for programs that run in that cloud.
  '168.63.129.16/32',
]
/** All public IPv6 addresses are in this range … */
const publicV6 = '2000::/3'
/** … except these. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** `own`: in one of the operator's networks. */
export type Reach = 'public' | 'own' | 'refused'

export function createReach(allowedNetworks: readonly string[]): (address: string) => Reach {
  const own = toBlockList(allowedNetworks)
  return (address) => {
    const family = familyOf(address)
    if (!family) return 'refused'
    if (own.check(address, family)) return 'own'
    const isPublic =
      family === 'ipv4'
        ? !special.check(address, family)
        : unicast.check(address, family) && !special.check(address, family)
    return isPublic ? 'public' : 'refused'
  }
}

const special = toBlockList([...specialV4, ...specialV6])
const unicast = toBlockList([publicV6])

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  // An address with a zone (fe80::1%eth0) is never public.
  if (address.includes('%')) return undefined
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]
}
