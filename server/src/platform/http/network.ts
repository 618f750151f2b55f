// Client addresses, and the networks they belong to.

import { BlockList, isIP } from 'node:net'

/**
 * One IPv4 address, or the /64 of an IPv6 customer: the key of limits. A connection that was reset before its request was
 * read has no address; all of them share one limit.
 */
export function networkOf(address: string | undefined): string {
  const plain = plainAddress(address ?? '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail = ''] = plain.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const missing = Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array<string>(missing).fill('0'), ...last]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** An address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128)
}

/** Networks and single addresses, as the settings contain them. */
export function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const isV4 = isIP(address) === 4
    list.addSubnet(address, Number(bits ?? (isV4 ? 32 : 128)), isV4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export function isInNetworks(networks: BlockList, address: string): boolean {
  const plain = plainAddress(address)
  const family = isIP(plain)
  return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Sockets that accept both families show addresses of IPv4 as mapped ones. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}
