// Every route of the server, described or not, read from the router.

import type { App } from '../../src/platform/http/server.ts'
import type { Operation } from './openapi.ts'

/** As `GET /api/devices/{deviceid}`: the path in lower case. */
export function routesOf(app: App): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', text = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (text === '') return []
      const depth = indent.length / 4
      above[depth] = text
      const path = above.slice(0, depth + 1).join('')
      return methods.split(', ').map((method) => routeOf({ method, path }))
    })
}

export function routeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}').toLowerCase()}`
}

/** Undescribed routes that need no token and contain nothing of any account. */
export const publicRoutes = [
  '/',
  '/*',
  '/icon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/service-worker.js',
  '/assets/*',
  '/basemap/*',
  '/maps/{file}',
  '/docs',
  '/docs*',
  '/docs/*',
  '/docs/api',
  '/docs/api*',
  '/docs/api/*',
  '/docs/api/json',
  '/docs/api/yaml',
  '/docs/api/static/index.html',
  '/docs/api/static/swagger-initializer.js',
  '/openapi.json',
  '/asyncapi.json',
  '/healthz',
  '/readyz',
].map((path) => `GET ${path}`)
