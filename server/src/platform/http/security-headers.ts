// Default security headers of every response. Pages override them.

import type { Config } from '../../config/config.ts'
import { mapOrigins } from '../../config/config.ts'

/** One year, the minimum of ASVS 5.0, 3.4.1. */
const httpsOnly = 'max-age=31536000'
const lockedDown = `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function securityHeaders({ http, web }: Pick<Config, 'http' | 'web'>) {
  const isSecure = http.publicUrl.startsWith('https:')
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Browsers ignore it without TLS.
    ...(isSecure && { 'strict-transport-security': `${httpsOnly}; includeSubDomains` }),
  }
  const from = [`'self'`, ...mapOrigins(web)].join(' ')
  return {
    /** Of a reseller: names below it may be on servers without TLS. */
    otherHost: { ...(isSecure && { 'strict-transport-security': httpsOnly }) },
    /** A response opened as a page can do nothing. */
    answer: { ...always, 'content-security-policy': `default-src 'none'; ${lockedDown}` },
    /** Workers use the policy of their own script: they may fetch from the same origins as the page. */
    file: {
      ...always,
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${from}; ${lockedDown}`,
    },
  }
}

/** For pages that use only files of this server, and inline scripts with these hashes. */
export function pagePolicy(inlineHashes: Iterable<string> = []): string {
  return [
    `default-src 'none'`,
    `script-src ${[`'self'`, ...inlineHashes].join(' ')}`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    lockedDown,
  ].join('; ')
}
