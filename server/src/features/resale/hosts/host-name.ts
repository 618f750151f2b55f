// Which names a reseller may add.

import type { Config } from '../../../config/config.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import { isWithin, normalizeHost } from '../../../platform/sites/host-names.ts'

/** The TXT record has a longer name. */
const maxLength = 240
const shape = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Never public (RFC 6761, 6762, 7686, 8375, 9476). */
const reserved = ['localhost', 'local', 'internal', 'invalid', 'alt', 'onion', 'arpa']

/** In lower case and punycode. */
export function parseHostName({ http }: Pick<Config, 'http'>, text: string): string {
  const name = normalizeHost(text)
  if (!shape.test(name) || name.length > maxLength)
    throw refused('is not a host name, like fleet.example.com')
  if (reserved.some((domain) => isWithin(name, domain))) throw refused('is not a public name')
  const own = [http.publicUrl, ...http.formerUrls].map((url) => new URL(url).hostname)
  // Nor the domain that the platform is in: its records lead to the platform's own servers.
  const isOwn = [...own, ...http.otherHosts].some((host) => isWithin(name, host) || isWithin(host, name))
  if (isOwn) throw refused('belongs to the platform')
  return name
}

function refused(what: string): InvalidError {
  return new InvalidError('body.invalid', `host ${what}.`, { details: [{ path: 'host', message: what }] })
}
