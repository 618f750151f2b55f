// Signs a request to an S3 server, sends it once, and returns its answer. Redirects are not followed: a signed request
// is for one host. node:http instead of fetch, which may decompress bodies and sends streams without their length.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { readPieces } from './file-pieces.ts'
import { RetriableError } from './object-errors.ts'
import type { S3Settings } from './object-store.types.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object with the store's prefix; empty for the bucket. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  upload?: Upload
  /** An answer with more is an error, and is not read further. */
  maxAnswerBytes: number
}

export interface Upload {
  file: FileHandle
  bytes: number
  sha256: string
}

export interface S3Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Throws a RetriableError if there is no complete answer in time. */
export type SendToS3 = (request: S3Request, signal?: AbortSignal) => Promise<S3Answer>

/** Servers that ignore `Expect` get the upload after this time. */
const continueAfterMs = 1_000
/** Slower transfers run into the deadline. */
const minBytesPerMs = 1_000
/** Of an error only its code is read, which comes first. */
const maxErrorBytes = 16_384
const emptySha256 = createHash('sha256').digest('hex')

export function createSender(settings: S3Settings, timeoutMs: number): SendToS3 {
  const base = baseOf(settings.endpoint)
  const isSecure = base.startsWith('https:')
  const request = isSecure ? requestSecure : requestPlain
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const { accessKeyId, secretAccessKey, region, bucket } = settings
  const signingKeys = new Map<string, ArrayBuffer>()

  async function sign({ method, path, query = {}, headers, upload }: S3Request) {
    const search = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='))
    const pathname = [bucket, ...(path ? path.split('/') : [])].map(encodeURIComponent).join('/')
    const signer = new AwsV4Signer({
      method,
      url: `${base}/${pathname}${search.length > 0 ? '?' : ''}${search.join('&')}`,
      headers: { ...headers, 'x-amz-content-sha256': upload?.sha256 ?? emptySha256 },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache: signingKeys,
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }

  return async (wanted, signal) => {
    const { url, headers } = await sign(wanted)
    const bytes = Math.max(wanted.upload?.bytes ?? 0, wanted.maxAnswerBytes)
    const limitMs = timeoutMs + bytes / minBytesPerMs
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), limitMs)
    try {
      const outgoing = request(url, {
        method: wanted.method,
        headers: { ...headers, ...uploadHeaders(wanted.upload) },
        agent,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      })
      return await exchange(outgoing, wanted)
    } catch (error) {
      if (error instanceof RetriableError) throw error
      const reason = deadline.signal.aborted ? `is not complete after ${Math.round(limitMs)} ms` : 'failed'
      throw new RetriableError(`${wanted.method} ${wanted.path} ${reason}`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function uploadHeaders(upload: Upload | undefined): Record<string, string> {
  if (!upload) return {}
  return {
    'content-length': String(upload.bytes),
    'content-type': 'application/octet-stream',
    // A refusal is received before the file is sent, instead of a connection that breaks meanwhile.
    ...(upload.bytes > 0 && { expect: '100-continue' }),
  }
}

async function exchange(outgoing: ClientRequest, { upload, maxAnswerBytes }: S3Request): Promise<S3Answer> {
  let isComplete = false
  try {
    const incoming = await answerTo(outgoing, upload)
    const status = incoming.statusCode!
    const body =
      status < 300 ? await readAll(incoming, maxAnswerBytes) : await readStart(incoming, maxErrorBytes)
    isComplete = incoming.complete && outgoing.writableFinished
    return { status, headers: incoming.headers, body }
  } finally {
    // Otherwise the connection serves the next request.
    if (!isComplete) outgoing.destroy()
  }
}

function answerTo(outgoing: ClientRequest, upload: Upload | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    if (!upload?.bytes) {
      outgoing.end()
      return
    }
    const { file, bytes } = upload
    let isSending = false
    const send = () => {
      if (isSending) return
      isSending = true
      pipeline(readPieces(file, bytes), outgoing).catch(reject)
    }
    const timer = setTimeout(send, continueAfterMs)
    outgoing.on('continue', send)
    outgoing.on('response', () => clearTimeout(timer))
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.flushHeaders()
  })
}

async function readAll(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes)
      throw new RetriableError(`The answer is longer than the ${maxBytes} bytes that were expected.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** What is missing at the end does not matter. */
async function readStart(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // The status is known, and suffices.
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}

function baseOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isUsable =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  // Not quoted: it may contain a password.
  if (!isUsable)
    throw new Error('The endpoint of the object store has to look like "https://s3.example.com".')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
