// Serves registered maps. Browsers read small ranges; a name contains the checksum, so what they have stays valid.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { readRange } from '../../platform/http/byte-range.ts'
import type { RegisteredMaps } from './registered-maps.api.ts'

const yearSeconds = 31_536_000

export function mapFileRoutes(app: App, ctx: Pick<Context, 'config'>, registered: RegisteredMaps): void {
  app.get(
    '/maps/:file',
    {
      config: { bare: true },
      schema: { hide: true, params: Type.Object({ file: Type.String({ maxLength: 100 }) }) },
    },
    async (request, reply) => {
      const map = (await registered()).find(({ file }) => file === request.params.file)
      const missing = () => new NotFoundError('path.not_found', `No such map: ${request.params.file}.`)
      if (!map) throw missing()
      const etag = `"${map.sha256.slice(0, 32)}"`
      reply.headers({
        'accept-ranges': 'bytes',
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        'content-type': 'application/vnd.pmtiles',
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const condition = request.headers['if-range']
      const isSame = condition === undefined || condition === etag
      const range = readRange(isSame ? request.headers.range : undefined, map.bytes)
      if (range === 'unsatisfiable') {
        return reply.code(416).header('content-range', `bytes */${map.bytes}`).send()
      }
      const { first, last } = range ?? { first: 0, last: map.bytes - 1 }
      reply.header('content-length', last - first + 1)
      if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${map.bytes}`)
      // Without a stream the framework would set a length of 0.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const file = await open(join(ctx.config.web.mapDir, map.file)).catch(() => {
        // It was removed a moment ago.
        throw missing()
      })
      return reply.send(file.createReadStream({ start: first, end: last }))
    },
  )
}
