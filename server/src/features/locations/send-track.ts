// Sends the locations of a period: a page, a stream, or a file in another format.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { sendPage, streamList } from '../../platform/http/raw-responses.ts'
import { placeNamesFor } from '../places/place.api.ts'
import type { FormatName } from './format.types.ts'
import type { Format } from './formats.ts'
import { formats } from './formats.ts'
import type { readPeriod } from './location.api.ts'
import { openTrack, pageLocations } from './location.api.ts'
import { exportTrack, simplifiedTrack } from './track.ts'

export interface WantedTrack {
  limit?: number
  cursor?: string
  simplify?: number
  format?: FormatName
}

export async function sendTrack(
  ctx: Pick<Context, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { deviceId, period, name }: { deviceId: string; period: ReturnType<typeof readPeriod>; name: string },
  wanted: WantedTrack,
) {
  const { caller } = request
  const format = formatOf(request, wanted.format)
  if (!format && (wanted.limit !== undefined || wanted.cursor !== undefined)) {
    const page = { limit: wanted.limit ?? 1_000, cursor: wanted.cursor }
    return sendPage(request, reply, 'locations', await pageLocations(ctx, caller, deviceId, period, page))
  }
  const { whole, chunks } = await openTrack(ctx, caller, deviceId, period)
  if (format) {
    reply.type(`${format.type}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="${name}.${format.extension}"`)
    const options = { name, simplifyM: wanted.simplify, namePlace: await placeNamesFor(ctx, request) }
    return reply.send(Readable.from(exportTrack(chunks, format, options), { objectMode: false }))
  }
  if (whole && wanted.simplify === undefined) return sendPage(request, reply, 'locations', whole)
  const track = wanted.simplify === undefined ? chunks : simplifiedTrack(chunks, wanted.simplify)
  return streamList(request, reply, 'locations', track)
}

function formatOf({ headers }: FastifyRequest, name: FormatName | undefined): Format | undefined {
  if (name !== undefined) return formats.find(({ extension }) => extension === name)
  const accepted = String(headers.accept ?? '').toLowerCase()
  return formats.find(({ type }) => accepted.includes(type))
}
