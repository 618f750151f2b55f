import { normalizeHost } from '../../platform/sites/host-names.ts'

/** Of an address or a user name. Empty if it has none. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : normalizeHost(address.slice(at + 1))
}
