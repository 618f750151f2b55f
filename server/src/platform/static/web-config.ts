// The configuration that the web interface needs before sign-in.

import { readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { openInTargets } from '../../config/config.ts'
import { disclosureOf, providerTypes, shownByProviders } from '../../config/map-providers.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/server.ts'
import type { Site } from '../sites/site.types.ts'

const cacheSeconds = 300
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const address = Type.String({ description: 'URL requested by the browser.' })
const attribution = Type.String({ description: 'Attribution shown on the map; may be empty.' })
const WebProvider = Type.Object({
  id: Type.String(),
  name: Type.String(),
  shows: Type.Enum([...shownByProviders], {
    type: 'string',
    description: 'Nautical marks and terrain are overlays, drawn above any map.',
  }),
  type: Type.Enum([...providerTypes], {
    type: 'string',
    description: 'A MapLibre style, raster tiles, or raster tiles with heights as colors (Terrarium).',
  }),
  url: Type.String({
    description: 'URL of the style, or template of the tiles. LANGUAGE stands for en, es or pt.',
  }),
  darkUrl: Type.Optional(Type.String({ description: 'The same for the dark theme.' })),
  maxZoom: Type.Optional(Type.Integer()),
  needsReferrer: Type.Optional(
    Type.Boolean({ description: 'Whether requests must name the origin of this site.' }),
  ),
  attribution,
  disclosure: Type.String({ description: 'What the browsers of users disclose, and to whom.' }),
})
const WebBox = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description: 'West, south, east and north, in degrees.',
})
const WebMap = Type.Object({
  name: Type.String(),
  url: Type.String({ description: 'Path of the PMTiles archive on this server.' }),
  bounds: WebBox,
  coverage: Type.Array(WebBox, { description: 'Where it has tiles.' }),
  minZoom: Type.Integer(),
  maxZoom: Type.Integer(),
  schema: Type.Union([Type.Literal('protomaps'), Type.Literal('openmaptiles'), Type.Literal('pictures')], {
    description: 'Names of layers and attributes of vector tiles. `pictures` are PNG, JPEG or WebP.',
  }),
  tileSizePx: Type.Optional(Type.Integer({ description: 'Width and height of pictures.' })),
  attribution,
})
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const brandText = orNull(Type.String())
const brandPicture = orNull(
  Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
)
/** What is public of a brand. */
const WebBrand = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  color: Type.String(),
  sentence: brandText,
  helpUrl: brandText,
  termsUrl: brandText,
  privacyUrl: brandText,
  imprintUrl: brandText,
  supportEmail: brandText,
  supportPhone: brandText,
  pictures: Type.Object({
    logoLight: brandPicture,
    logoDark: brandPicture,
    icon: brandPicture,
    icon192: brandPicture,
  }),
})
const WebConfig = Type.Object(
  {
    productName: Type.String({ description: 'The name of the brand.' }),
    brand: WebBrand,
    version: Type.String({ description: 'Server version.' }),
    publicUrl: Type.String({ description: 'Public URL of this host.' }),
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
    providers: Type.Array(WebProvider, {
      description:
        'Map providers that users can choose, besides the basemap. Browsers load from them directly.',
    }),
    maps: Type.Array(WebMap, {
      description: 'Maps with streets, and pictures, of the operator, shown above the built-in world map.',
    }),
    openIn: Type.Array(Type.Enum([...openInTargets], { type: 'string' }), {
      description: 'Other maps that the interface offers a link to, in this order.',
    }),
    gateway: Type.Object(
      {
        host: Type.String(),
        port: Type.Integer(),
        tlsPort: Type.Optional(Type.Integer({ description: 'For TLS, if the installation offers it.' })),
      },
      { description: 'Server address to configure in a tracker.' },
    ),
    formerHosts: Type.Array(Type.String(), {
      description: 'Former hosts of this installation, whose passkeys are still accepted.',
    }),
    signsUp: Type.Boolean({ description: 'Whether anybody can create an account.' }),
    hasDocs: Type.Boolean({ description: 'Whether this host has the documentation.' }),
    sendsMail: Type.Boolean({
      description: 'Whether a mail server is configured: for forgotten passwords and invitations.',
    }),
    takesMqtt: Type.Boolean({ description: 'Whether an MQTT broker is configured.' }),
  },
  { description: 'The configuration.' },
)

/** A registered map; `file` is served below /maps. */
type RegisteredMap = Omit<Static<typeof WebMap>, 'url'> & { file: string }

export function webConfigRoutes(
  app: App,
  ctx: Pick<Context, 'config'>,
  registeredMaps: { list(): Promise<RegisteredMap[]> },
  brands: { ofSite(site: Site): Promise<Static<typeof WebBrand>> },
): void {
  const { web, http, gateway } = ctx.config
  const { kind, url, attribution } = web.basemap
  const shown = {
    version,
    basemap: kind === 'built-in' ? { type: kind } : { type: kind, url, attribution },
    providers: web.providers.map(({ needsKey, origins, terms, termsUrl, receivers, ...shown }) => ({
      ...shown,
      disclosure: disclosureOf({ receivers, ...shown }),
    })),
    openIn: web.openIn,
    gateway: {
      host: gateway.publicHost,
      port: gateway.publicPort,
      ...(gateway.tls.publicPort > 0 && { tlsPort: gateway.tls.publicPort }),
    },
    sendsMail: ctx.config.notifications.smtpUrl !== undefined,
    takesMqtt: gateway.mqttUrl !== undefined,
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
    async ({ site }, reply) => {
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      const maps = (await registeredMaps.list()).map(
        ({ name, file, bounds, coverage, minZoom, maxZoom, schema, tileSizePx, attribution }) => ({
          name,
          url: `/maps/${file}`,
          bounds,
          coverage,
          minZoom,
          maxZoom,
          schema,
          ...(tileSizePx && { tileSizePx }),
          attribution,
        }),
      )
      const brand = await brands.ofSite(site)
      const isPlatform = site.host === null
      const own = {
        publicUrl: isPlatform ? http.publicUrl : site.origin,
        formerHosts: isPlatform ? formerHosts(http) : [],
        signsUp: isPlatform && ctx.config.accounts.signUp === 'on',
        hasDocs: site.servesDocs,
      }
      return { productName: brand.name, brand, ...shown, ...own, maps }
    },
  )
}

/** Without the current one: its passkeys are not affected by another port or protocol. */
function formerHosts({ publicUrl, formerUrls }: Context['config']['http']): string[] {
  const hosts = new Set(formerUrls.map((url) => new URL(url).hostname))
  hosts.delete(new URL(publicUrl).hostname)
  return [...hosts]
}
