// Compresses long responses to callers with a token, if they accept it. What the caller already has is not sent.
//
// Only there: a page of another site cannot make a browser send a token, so it cannot guess a secret from the size of a
// compressed response (BREACH). Responses with a secret, and those to cookies, are never compressed.

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addCoding, findKnownTag } from './versions.ts'

/** Shorter ones fit into one packet anyway. */
const minBytes = 1_400
/** Compression runs beside the event loop, on a thread each. More responses at the same time are sent as they are. */
const maxConcurrent = 4
const gzipOptions = { level: 1 }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const compressible = /^(application\/(json|geo\+json|gpx\+xml|vnd\.google-earth\.kml\+xml)|text\/csv)\b/

const codings = {
  br: {
    stream: () => createBrotliCompress(brotliOptions),
    whole: (text: string) => promisify(brotliCompress)(text, brotliOptions),
  },
  gzip: {
    stream: () => createGzip(gzipOptions),
    whole: (text: string) => promisify(gzip)(text, gzipOptions),
  },
}
type Coding = keyof typeof codings

export type Compress = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>

/** Returns the payload to send, or null if the caller already has it. */
export function createCompression(): Compress {
  let running = 0
  return async (request, reply, payload) => {
    const mayCompress = isEligible(request, reply, payload)
    if (mayCompress) reply.header('vary', join(reply.getHeader('vary'), 'Accept-Encoding'))
    const known = findKnownTag(request, reply)
    if (known !== undefined) {
      reply.code(304).header('etag', known).removeHeader('content-type').removeHeader('content-length')
      return null
    }
    if (!mayCompress) return payload
    const coding = codingOf(request.headers['accept-encoding'])
    if (!coding || running >= maxConcurrent) return payload
    running += 1
    const end = () => {
      running -= 1
    }
    reply.header('content-encoding', coding)
    addCoding(reply, coding)
    reply.removeHeader('content-length')
    if (typeof payload === 'string') return codings[coding].whole(payload).finally(end)
    // An error of the source destroys the response, so a partial list never looks complete.
    return pipeline(payload as Readable, codings[coding].stream(), end)
  }
}

function isEligible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (!request.caller || request.method === 'HEAD' || reply.statusCode !== 200) return false
  if (request.routeOptions.config.hasSecret || reply.hasHeader('content-encoding')) return false
  if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return false
  return typeof payload === 'string' ? payload.length >= minBytes : isStream(payload)
}

/** The server's preference among the accepted codings. */
function codingOf(accepted: string | string[] | undefined): Coding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
    .filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0])
  return (Object.keys(codings) as Coding[]).find((coding) => offers.includes(coding))
}

function join(before: unknown, name: string): string {
  return before ? `${String(before)}, ${name}` : name
}

export function isStream(payload: unknown): boolean {
  return typeof (payload as { pipe?: unknown } | null)?.pipe === 'function'
}
