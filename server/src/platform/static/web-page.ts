// The one page of the web interface: whatever path a person opens, the page itself knows what to show there.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'

/** Vite writes this wherever a nonce belongs (`html.cspNonce`). */
const noncePlaceholder = '__CSP_NONCE__'
/** What is missing below these is missing, and no page. */
const otherPaths = /^\/(api|assets|basemap|docs|\.well-known)(\/|$)/i

export interface WebPage {
  /** False where the web interface was not built. */
  isBuilt: boolean
  /** A person with a browser asks, not a program. */
  isWanted(request: FastifyRequest): boolean
  /** Whether the page may stand at a path that the server itself knows nothing of. */
  mayStandAt(path: string): boolean
  send(reply: FastifyReply): Promise<FastifyReply>
}

export function createWebPage({ web }: Pick<Config, 'web'>): WebPage {
  const file = join(web.dir, 'index.html')
  const isBuilt = existsSync(file)
  return {
    isBuilt,
    isWanted: ({ method, headers }) =>
      isBuilt && (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept),
    mayStandAt: (path) => !otherPaths.test(path),
    async send(reply) {
      const nonce = randomBytes(18).toString('base64')
      // Read anew: after another build the page names other files.
      const html = await readFile(file, 'utf8')
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
      reply.headers({
        'content-security-policy': policyOf(nonce, web.basemap.origins),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
        vary: 'Accept',
      })
      return reply.type('text/html; charset=utf-8').send(html.replaceAll(noncePlaceholder, nonce))
    },
  }
}

/** `origins` are those of the operator's own maps. */
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

/** Browsers name HTML before anything else; a program that takes everything gets JSON. */
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
