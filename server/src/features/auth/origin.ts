// What sessions and sign-ins keep of the client: network, browser and system.

import { isIP } from 'node:net'
import { networkOf } from '../../platform/http/network.ts'
import type { Origin, SignInOrigin } from './sign-in.types.ts'
import { parseAgent } from './user-agent.ts'

export function originOf({ address, agent }: SignInOrigin): Origin {
  const plain = normalizeAddress(address)
  return { network: plain === null ? null : networkOf(plain), ...parseAgent(agent) }
}

/** Strips the zone of a link-local IPv6 address. Null if a proxy sent something else than an address. */
export function normalizeAddress(address: string): string | null {
  const [ip = ''] = address.split('%')
  return isIP(ip) ? ip : null
}
