// What the web interface must know before anybody has signed in.

import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { App } from '../http/server.ts'

const cacheSeconds = 300
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const address = Type.String({ description: 'As the browser asks for it.' })
const attribution = Type.String({ description: 'Whom the map names; may be empty.' })
const WebConfig = Type.Object(
  {
    productName: Type.String(),
    version: Type.String({ description: 'Of the server.' }),
    publicUrl: Type.String({ description: 'Where this installation is reached.' }),
    basemap: Type.Union(
      [
        Type.Object({ kind: Type.Literal('built-in') }),
        Type.Object({ kind: Type.Literal('pmtiles'), url: address, attribution }),
        Type.Object({ kind: Type.Literal('style'), url: address, attribution }),
        Type.Object({ kind: Type.Literal('raster'), url: address, attribution }),
      ],
      {
        description: 'What lies under the devices: the world that comes with Rastro, or the operator’s own.',
      },
    ),
    gateway: Type.Object(
      { host: Type.String(), port: Type.Integer() },
      { description: 'What is set in a tracker: where it finds the server.' },
    ),
  },
  { description: 'The configuration.' },
)

export function webConfigRoutes(app: App, ctx: Pick<Context, 'config'>): void {
  const { web, http, gateway } = ctx.config
  const { kind, url, attribution } = web.basemap
  const shown = {
    productName: web.productName,
    version,
    publicUrl: http.publicUrl,
    basemap: kind === 'built-in' ? { kind } : { kind, url, attribution },
    gateway: { host: gateway.publicHost, port: gateway.publicPort },
  }
  app.get(
    '/web/config.json',
    {
      schema: {
        operationId: 'getWebConfig',
        summary: 'What the web interface must know before anybody has signed in',
        tags: ['Web interface'],
        security: [],
        response: { 200: WebConfig },
      },
      config: { bare: true },
    },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      return shown
    },
  )
}
