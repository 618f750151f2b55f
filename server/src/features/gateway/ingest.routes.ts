import type { HttpRequest } from '@rastro/protocols'
import { httpProtocols } from '@rastro/protocols'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/http.ts'
import type { Gateway } from './gateway.types.ts'
import { handleRequest } from './ingest.service.ts'

const mostBytes = 262_144

/** One path for each protocol over HTTP. Outside /api: trackers have no token. */
export function ingestRoutes(parent: App, gateway: () => Gateway): void {
  parent.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )

    for (const protocol of httpProtocols) {
      app.route({
        method: ['GET', 'POST'],
        url: `/ingest/${protocol.name}`,
        bodyLimit: mostBytes,
        schema: { hide: true },
        handler: async (request, reply) => {
          const answer = await handleRequest(gateway(), protocol, toHttpRequest(request), request.ip)
          reply.code(answer.status).type(answer.contentType ?? 'text/plain')
          return reply.send(answer.body)
        },
      })
    }
  })
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
