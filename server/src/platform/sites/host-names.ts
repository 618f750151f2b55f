// Host names as they are compared: in lower case, in punycode, without a port or a dot at the end.

import { domainToASCII } from 'node:url'

const maxLength = 253

/** Empty if it is none. */
export function normalizeHost(host: string): string {
  const bare = host.trim().toLowerCase().replace(/\.$/, '')
  if (bare.length === 0 || bare.length > maxLength) return ''
  return bare.startsWith('[') ? bare : domainToASCII(bare)
}

/** Of this machine: health checks, commands and development. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/** Whether one name is the other, or below it. */
export function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}
