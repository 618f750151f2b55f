import type { HttpProtocol, HttpRequest } from '@rastro/protocols'
import { httpProtocols } from '@rastro/protocols'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Comer } from '../../platform/cells/cells.ts'
import { NotFoundError, UnauthenticatedError } from '../../platform/http/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { passageHeader } from '../cells/forwarding-header.api.ts'
import type { Passing } from '../cells/request-routing.api.ts'
import type { IngestAuthenticator } from '../ingest-keys/ingest-key.api.ts'
import { ingestKeyIdOf } from '../ingest-keys/ingest-key.api.ts'
import type { AuthenticatedKey } from '../ingest-keys/ingest-key.types.ts'
import type { Gateway } from './gateway.types.ts'
import { findNamed, handleRequest } from './ingest.ts'
import { publishedPath, receivePublished } from './mqtt-messages.ts'

const maxBytes = 262_144

declare module 'fastify' {
  interface FastifyRequest {
    ingestKey: AuthenticatedKey | undefined
  }
}

/** One path for each protocol over HTTP, and one more that ends with a secret. Outside /api: trackers have no token. */
export function ingestRoutes(
  parent: App,
  gateway: () => Gateway,
  ingestAuthenticator: () => IngestAuthenticator,
  passing?: Passing,
): void {
  parent.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.decorateRequest('ingestKey')

    for (const protocol of httpProtocols) {
      for (const url of [`/ingest/${protocol.name}`, `/ingest/${protocol.name}/:secret`]) {
        app.route({
          method: ['GET', 'POST'],
          url,
          bodyLimit: protocol.maxBodyBytes ?? maxBytes,
          schema: { hide: true },
          config: { comer: (request) => comerOf(request, protocol) },
          // Before the body is read: what a stranger sends is not even received.
          onRequest: async (request) => {
            request.ingestKey = await ingestKeyOf(request, protocol, ingestAuthenticator())
          },
          handler: (request, reply) => serve(request, reply, protocol, gateway(), passing),
        })
      }
    }
    if (passing) {
      app.post(publishedPath, { bodyLimit: maxBytes, schema: { hide: true } }, async (request, reply) => {
        await receivePublished(gateway(), request.headers[passageHeader], toHttpRequest(request).body)
        return reply.code(204).send()
      })
    }
    // Known to the log by this name only: a path that is mistyped may end with a secret all the same.
    app.all('/ingest/*', { schema: { hide: true } }, async () => {
      throw new NotFoundError('path.not_found', 'Nothing comes in here: no protocol has this name.')
    })
  })
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: HttpProtocol,
  gateway: Gateway,
  passing: Passing | undefined,
): Promise<FastifyReply> {
  const { ip: address, ingestKey } = request
  const heard = toHttpRequest(request)
  // Without a secret it says only which trackers it is about. All of them live in one cell, or it is served here.
  const elsewhere = passing && !ingestKey ? findNamed(protocol, heard, gateway.ctx.now()) : undefined
  if (elsewhere && (await passing?.pass(request, reply, elsewhere, heard.body))) return reply
  const answer = await handleRequest(gateway, protocol, heard, { address, ingestKey })
  reply.code(answer.status).type(answer.contentType ?? 'text/plain')
  return reply.send(answer.body)
}

async function ingestKeyOf(
  request: FastifyRequest,
  { name, needsNoSecret }: HttpProtocol,
  ingestAuthenticator: IngestAuthenticator,
): Promise<AuthenticatedKey | undefined> {
  const secret = shownBy(request, needsNoSecret)
  if (secret === undefined && needsNoSecret) return undefined
  const way = secret === undefined ? undefined : await ingestAuthenticator.open(name, secret)
  if (!way) throw new UnauthenticatedError('ingest.secret_wrong', 'This needs the secret of a way in.')
  return way
}

function shownBy(request: FastifyRequest, needsNoSecret: true | undefined): string | undefined {
  const { secret: inPath } = request.params as { secret?: string }
  // There, what stands in the headers may be meant for a proxy in front of us.
  return needsNoSecret ? inPath : (inPath ?? secretIn(request))
}

function comerOf(request: FastifyRequest, { needsNoSecret }: HttpProtocol): Comer | undefined {
  const way = ingestKeyIdOf(shownBy(request, needsNoSecret) ?? '')
  return way === undefined ? undefined : { kind: 'ingest_key', name: way }
}

/** In the header of Garmin's portal, or as the password of HTTP Basic. */
function secretIn({ headers }: FastifyRequest): string | undefined {
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
