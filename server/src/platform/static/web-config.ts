// The configuration that the web interface needs before sign-in.

import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { App } from '../http/server.ts'

const cacheSeconds = 300
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const address = Type.String({ description: 'URL requested by the browser.' })
const attribution = Type.String({ description: 'Attribution shown on the map; may be empty.' })
const WebConfig = Type.Object(
  {
    productName: Type.String(),
    version: Type.String({ description: 'Server version.' }),
    publicUrl: Type.String({ description: 'Public URL of this installation.' }),
    basemap: Type.Union(
      [
        Type.Object({ type: Type.Literal('built-in') }),
        Type.Object({ type: Type.Literal('pmtiles'), url: address, attribution }),
        Type.Object({ type: Type.Literal('style'), url: address, attribution }),
        Type.Object({ type: Type.Literal('raster'), url: address, attribution }),
      ],
      {
        description: 'The basemap: the built-in world map, or one configured by the operator.',
      },
    ),
    gateway: Type.Object(
      { host: Type.String(), port: Type.Integer() },
      { description: 'Server address to configure in a tracker.' },
    ),
    formerHosts: Type.Array(Type.String(), {
      description: 'Former hosts of this installation, whose passkeys are still accepted.',
    }),
    signsUp: Type.Boolean({ description: 'Whether anybody can create an account.' }),
    sendsMail: Type.Boolean({
      description: 'Whether a mail server is configured: for forgotten passwords and invitations.',
    }),
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
    basemap: kind === 'built-in' ? { type: kind } : { type: kind, url, attribution },
    gateway: { host: gateway.publicHost, port: gateway.publicPort },
    formerHosts: formerHosts(http),
    signsUp: ctx.config.accounts.signUp === 'on',
    sendsMail: ctx.config.notifications.smtpUrl !== undefined,
  }
  app.get(
    '/web/config.json',
    {
      schema: {
        operationId: 'getWebConfig',
        summary: 'Get the web interface configuration',
        description: 'Name, languages and map of the installation. Public.',
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

/** Without the current one: its passkeys are not affected by another port or protocol. */
function formerHosts({ publicUrl, formerUrls }: Context['config']['http']): string[] {
  const hosts = new Set(formerUrls.map((url) => new URL(url).hostname))
  hosts.delete(new URL(publicUrl).hostname)
  return [...hosts]
}
