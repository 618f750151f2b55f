// Networks of addresses, and which addresses count as one source.

import { BlockList, isIP } from 'node:net'
import { ConfigError } from '../../config/config.ts'

/** `192.0.2.0/24`, `2001:db8::/32`, or single addresses. `setting` is named if one of them is none. */
export function networksOf(setting: string, texts: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address)
    const maxBits = family === 4 ? 32 : 128
    const length = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= maxBits)) {
      throw new ConfigError([`${setting} has "${text}", which is not a network`])
    }
    networks.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}

export function isInNetworks(networks: BlockList, address: string): boolean {
  const plain = plainAddress(address)
  const family = isIP(plain)
  return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** A subscriber of IPv6 has a whole /64 network. */
export function sourceOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(missing).fill('0'), ...rest].slice(0, 4).join(':')
}

/** Sockets that accept both families show addresses of IPv4 as mapped ones. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}
