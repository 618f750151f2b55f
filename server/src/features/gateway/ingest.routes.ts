import type { HttpAnswer, HttpProtocol, HttpRequest } from '@rastro/protocols'
import { httpProtocols } from '@rastro/protocols'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Credential } from '../../platform/cells/cells.ts'
import { NotFoundError, UnauthenticatedError } from '../../platform/http/errors.ts'
import { isInNetworks, networkOf, toBlockList } from '../../platform/http/network.ts'
import { createRateLimit, requireRate } from '../../platform/http/rate-limit.ts'
import type { App } from '../../platform/http/server.ts'
import { forwardingHeaderName } from '../cells/forwarding-header.api.ts'
import type { RequestRouter } from '../cells/request-routing.api.ts'
import type { IngestAuthenticator } from '../ingest-keys/ingest-key.api.ts'
import { ingestKeyIdOf } from '../ingest-keys/ingest-key.api.ts'
import type { AuthenticatedKey } from '../ingest-keys/ingest-key.types.ts'
import { mappingProtocol } from '../ingest-keys/ingest-key.types.ts'
import type { Gateway, Keyed } from './gateway.types.ts'
import { findNamed, handleMapped, handleRequest } from './ingest.ts'
import { receivePublished } from './mqtt-messages.ts'
import { publishedPath } from './published-forwarding.ts'

const maxBytes = 262_144
/** In base64, with its topic. */
const maxForwardedBytes = 2 * maxBytes
/** A pseudo-protocol: its keys say how to read what is posted. */
const mapped: SecretUse = { name: mappingProtocol }

type SecretUse = Pick<HttpProtocol, 'name' | 'needsNoSecret'>
type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyRequest {
    ingestKey: AuthenticatedKey | undefined
  }
}

/** One path per HTTP protocol, and one that ends with an ingest secret. Outside /api: trackers have no token. */
export function ingestRoutes(
  parent: App,
  config: Config,
  gateway: () => Gateway,
  keyed: () => Keyed,
  router?: RequestRouter,
): void {
  const requireRateOf = rateOfNetworks(config)
  parent.register(async (app: App) => {
    app.addHook('onRequest', async ({ ip, routeOptions }) => {
      // Requests of all trackers of another cell have its address.
      if (routeOptions.url !== publishedPath) requireRateOf(ip)
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.decorateRequest('ingestKey')

    function accept(source: SecretUse, bodyLimit: number, handler: Serve): void {
      for (const url of [`/ingest/${source.name}`, `/ingest/${source.name}/:secret`]) {
        app.route({
          method: ['GET', 'POST'],
          url,
          bodyLimit,
          schema: { hide: true },
          config: { credential: (request) => credentialOf(request, source) },
          // Before the body is read: unauthenticated bodies are not received.
          onRequest: async (request) => {
            request.ingestKey = await ingestKeyOf(request, source, keyed().ingestKeys)
          },
          handler,
        })
      }
    }
    for (const protocol of httpProtocols) {
      accept(protocol, protocol.maxBodyBytes ?? maxBytes, (request, reply) =>
        serve(request, reply, protocol, gateway(), router),
      )
    }
    accept(mapped, maxBytes, async (request, reply) => {
      const { ip: address, ingestKey } = request
      const from = { address, ingestKey: ingestKey! }
      return send(reply, await handleMapped(gateway(), keyed(), toHttpRequest(request), from))
    })
    if (router) {
      app.post(
        publishedPath,
        { bodyLimit: maxForwardedBytes, schema: { hide: true } },
        async (request, reply) => {
          const header = request.headers[forwardingHeaderName]
          await receivePublished(gateway(), keyed(), header, toHttpRequest(request).body)
          return reply.code(204).send()
        },
      )
    }
    // The log shows only this route: a mistyped path may still end with a secret.
    app.all('/ingest/*', { schema: { hide: true } }, async () => {
      throw new NotFoundError('path.not_found', 'No ingest protocol has this name.')
    })
  })
}

/** Before a secret is looked at. As for sockets, networks that many trackers share have no limit. */
function rateOfNetworks({ http, gateway }: Config): (address: string) => void {
  const rate = createRateLimit('trackers', http.requestsPerMinutePerAddress)
  const shared = toBlockList(gateway.sharedNetworks)
  return (address) => {
    if (!isInNetworks(shared, address)) requireRate(rate.take(networkOf(address)))
  }
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: HttpProtocol,
  gateway: Gateway,
  router: RequestRouter | undefined,
): Promise<FastifyReply> {
  const { ip: address, ingestKey } = request
  const received = toHttpRequest(request)
  // Without a secret the cell follows from the first tracker that the request names.
  const elsewhere = router && !ingestKey ? findNamed(protocol, received, gateway.ctx.now()) : undefined
  if (elsewhere && (await router?.forward(request, reply, elsewhere, received.body))) return reply
  return send(reply, await handleRequest(gateway, protocol, received, { address, ingestKey }))
}

function send(reply: FastifyReply, { status, contentType, body }: HttpAnswer): FastifyReply {
  return reply
    .code(status)
    .type(contentType ?? 'text/plain')
    .send(body)
}

async function ingestKeyOf(
  request: FastifyRequest,
  { name, needsNoSecret }: SecretUse,
  ingestAuthenticator: IngestAuthenticator,
): Promise<AuthenticatedKey | undefined> {
  const secret = secretOf(request, needsNoSecret)
  if (secret === undefined && needsNoSecret) return undefined
  const ingestKey = secret === undefined ? undefined : await ingestAuthenticator.authenticate(name, secret)
  if (!ingestKey)
    throw new UnauthenticatedError('ingest.secret_wrong', 'This needs the secret of an ingest key.')
  return ingestKey
}

function secretOf(request: FastifyRequest, needsNoSecret: true | undefined): string | undefined {
  const { secret: inPath } = request.params as { secret?: string }
  // For these protocols, headers may be meant for a proxy in front of the server.
  return needsNoSecret ? inPath : (inPath ?? secretInHeaders(request))
}

function credentialOf(request: FastifyRequest, { needsNoSecret }: SecretUse): Credential | undefined {
  const keyId = ingestKeyIdOf(secretOf(request, needsNoSecret) ?? '')
  return keyId === undefined ? undefined : { kind: 'ingest_key', name: keyId }
}

/** From the header of Garmin's portal, or the password of HTTP Basic. */
function secretInHeaders({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-outbound-auth-token']
  if (typeof token === 'string') return token
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':').slice(1).join(':')
}

function toHttpRequest({ method, url, headers, body }: FastifyRequest): HttpRequest {
  const [path = '', query = ''] = url.split('?')
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: flat,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  }
}
