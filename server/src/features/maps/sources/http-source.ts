// Reads an archive from another server with range requests. The server is not trusted: it may ignore ranges, replace the
// archive between two requests, send too much, or stop in the middle.

import { setTimeout as after } from 'node:timers/promises'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { Source } from './source.types.ts'

export interface Pacing {
  maxAttempts: number
  /** Doubles with each attempt. */
  retryAfterMs: number
  /** Time without a byte until a request fails. */
  idleMs: number
  /** Time until a request of at most 4 MB fails. */
  requestMs: number
}

const defaultPacing: Pacing = { maxAttempts: 6, retryAfterMs: 1_000, idleMs: 30_000, requestMs: 300_000 }

/** A wrong address should not take half a minute. */
const openingAttempts = 2

/** Identifies the content: an archive that was replaced has other directories. */
interface Version {
  sizeBytes: number
  tag: string
}

/** A retry may succeed. */
class TransientError extends Error {}

const fail = (name: string, what: string) => new InvalidError('maps.unreachable', `${name}: ${what}`)

export async function openAddress(address: string, pacing: Pacing = defaultPacing): Promise<Source> {
  const { origin, pathname, username } = requireAddress(address)
  const name = `${origin}${pathname}`
  if (username) throw fail(name, 'addresses with a user name are not supported.')
  let known: Version | undefined

  const requireSame = (version: Version): void => {
    known ??= version
    if (version.sizeBytes === known.sizeBytes && version.tag === known.tag) return
    throw new InvalidError(
      'maps.changed',
      `${name}: the archive was replaced meanwhile. Run the command again.`,
    )
  }

  async function request(offset: number, bytes: number): Promise<Uint8Array> {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new TransientError('it takes too long')), pacing.requestMs)
    try {
      const answer = await fetch(address, {
        headers: { range: `bytes=${offset}-${offset + bytes - 1}`, 'accept-encoding': 'identity' },
        signal: ending.signal,
      })
      const range = rangeOf(name, answer)
      requireSame({ sizeBytes: range.sizeBytes, tag: tagOf(answer) })
      const wanted = Math.min(bytes, range.sizeBytes - offset)
      if (range.first !== offset || range.last !== offset + wanted - 1) {
        throw fail(
          name,
          `the server sent other bytes than requested (${answer.headers.get('content-range')}).`,
        )
      }
      return await readBody(name, answer, wanted, pacing.idleMs)
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  }

  async function read(offset: number, bytes: number, attempts = pacing.maxAttempts): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(offset, bytes)
      } catch (error) {
        if (error instanceof InvalidError) throw error
        if (attempt >= attempts) {
          const { cause, message } = error as Error
          const reason = cause instanceof Error ? cause.message : message
          const hint = known ? ' Run the command again: it continues where it stopped.' : ''
          throw fail(name, `${reason}.${hint}`)
        }
        await after(pacing.retryAfterMs * 2 ** (attempt - 1))
      }
    }
  }

  await read(0, 1, Math.min(pacing.maxAttempts, openingAttempts))
  const { sizeBytes, tag } = known!
  // Without a sign of changes, nothing of an earlier run can be used.
  const version = `${address} ${sizeBytes} ${tag || Date.now()}`
  return { name, sizeBytes, version, read, close: async () => {} }
}

function requireAddress(address: string): URL {
  if (URL.canParse(address)) return new URL(address)
  throw new InvalidError('maps.unreachable', `"${address}" is not an address.`)
}

/** Weak tags may stay the same while bytes change; the date is then the better sign. */
function tagOf({ headers }: Response): string {
  const etag = headers.get('etag')
  return etag && !etag.startsWith('W/') ? etag : (headers.get('last-modified') ?? etag ?? '')
}

function rangeOf(name: string, answer: Response): { first: number; last: number; sizeBytes: number } {
  const { status, headers } = answer
  if (status === 200)
    throw fail(name, 'the server ignores range requests. Download the archive and add the file.')
  if (status === 416) throw fail(name, 'the archive ends before its directories do.')
  if (status === 408 || status === 429 || status >= 500)
    throw new TransientError(`the server answers ${status}`)
  if (status !== 206) throw fail(name, `the server answers ${status}.`)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw fail(name, `the server compresses parts of the archive (${encoding}).`)
  const [, first, last, all] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get('content-range') ?? '') ?? []
  if (all === undefined) throw fail(name, 'the server does not send which bytes they are (Content-Range).')
  return { first: Number(first), last: Number(last), sizeBytes: Number(all) }
}

async function readBody(
  name: string,
  { body }: Response,
  bytes: number,
  idleMs: number,
): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(bytes)
  const reader = body!.getReader()
  let done = 0
  for (;;) {
    const part = await orIdle(reader.read(), idleMs)
    if (part.done) break
    if (done + part.value.length > bytes) throw fail(name, 'the server sends more bytes than requested.')
    buffer.set(part.value, done)
    done += part.value.length
  }
  if (done < bytes) throw new TransientError(`the server stopped after ${done} of ${bytes} bytes`)
  return buffer
}

async function orIdle<T>(reading: Promise<T>, idleMs: number): Promise<T> {
  const waiting = new AbortController()
  const idle = after(idleMs, undefined, { signal: waiting.signal }).then(() => {
    throw new TransientError(`the server sent nothing for ${idleMs / 1_000} s`)
  })
  idle.catch(() => {})
  try {
    return await Promise.race([reading, idle])
  } finally {
    waiting.abort()
  }
}
