// What every answer tells browsers. Pages say more, and put their own in the place of these.

import type { Config } from '../../config/config.ts'

/** Two years would do too; a year is the least that counts (ASVS 5.0, 3.4.1). */
const httpsOnly = 'max-age=31536000; includeSubDomains'
const harmless = `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function securityHeaders({ http, web }: Pick<Config, 'http' | 'web'>) {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Of a server without TLS browsers ignore it, and so would whoever tests one on his own machine.
    ...(http.publicUrl.startsWith('https:') && { 'strict-transport-security': httpsOnly }),
  }
  const from = [`'self'`, ...web.basemap.origins].join(' ')
  return {
    /** Opened as a page, an answer is one that can do nothing. */
    answer: { ...always, 'content-security-policy': `default-src 'none'; ${harmless}` },
    /** A worker obeys the policy that its own script came with: the map's and the fleet's fetch from where the page may. */
    file: {
      ...always,
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${from}; ${harmless}`,
    },
  }
}

/** Of a page that is made of files from here alone, and of inline scripts whose hashes are named. */
export function pagePolicy(inlineHashes: Iterable<string> = []): string {
  return [
    `default-src 'none'`,
    `script-src ${[`'self'`, ...inlineHashes].join(' ')}`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    harmless,
  ].join('; ')
}
