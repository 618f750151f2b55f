// The single page of the web interface. It is sent for any path a browser opens, and routes on the client.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { mapOrigins } from '../../config/config.ts'
import type { Site } from '../sites/site.types.ts'
import type { PageBrand } from './branded-page.ts'
import { brandPage } from './branded-page.ts'

/** Vite writes this in place of a nonce (`html.cspNonce`). */
const noncePlaceholder = '__CSP_NONCE__'
/** Paths below these that do not exist get 404, not the page. */
const otherPaths = /^\/(api|assets|basemap|brand|docs|maps|\.well-known)(\/|$)/i

export interface WebPage {
  /** False if the web interface is not built. */
  isBuilt: boolean
  /** Whether the request is from a browser, not a program. */
  isWanted(request: FastifyRequest): boolean
  /** Whether the page may be sent for a path without a route. */
  isAllowedAt(path: string): boolean
  send(reply: FastifyReply): Promise<FastifyReply>
}

export function createWebPage(
  { web }: Pick<Config, 'web'>,
  brands: { ofSite(site: Site): Promise<PageBrand> },
): WebPage {
  const file = join(web.dir, 'index.html')
  const isBuilt = existsSync(file)
  const origins = mapOrigins(web)
  return {
    isBuilt,
    isWanted: ({ method, headers }) =>
      isBuilt && (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept),
    isAllowedAt: (path) => !otherPaths.test(path),
    async send(reply) {
      const nonce = randomBytes(18).toString('base64')
      // Read each time: after a new build the page refers to other files.
      const html = await readFile(file, 'utf8')
      const page = brandPage(html, await brands.ofSite(reply.request.site))
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
      reply.headers({
        'content-security-policy': policyOf(nonce, origins),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
        vary: 'Accept',
      })
      return reply.type('text/html; charset=utf-8').send(page.replaceAll(noncePlaceholder, nonce))
    },
  }
}

/** `origins` are those of the operator's maps. */
function policyOf(nonce: string, origins: readonly string[]): string {
  const from = (...sources: string[]) => [...sources, ...origins].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${from(`'self'`, 'data:', 'blob:')}`,
    `font-src 'self'`,
    `connect-src ${from(`'self'`)}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Browsers prefer HTML; a program that accepts anything gets JSON. */
export function prefersHtml(accept = ''): boolean {
  const weights = new Map<string, number>()
  for (const one of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(type, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (...types: string[]) => {
    const named = types.find((type) => weights.has(type))
    return named === undefined ? 0 : weights.get(named)!
  }
  return weightOf('text/html', 'text/*', '*/*') > weightOf('application/json', 'application/*', '*/*')
}
