// The event stream as an iterator that reconnects by itself, without gaps or duplicates.

import { backoffMs, isOffline, wait } from './back-off.ts'
import type { Fetch } from './http-request.ts'
import { RastroError } from './rastro-error.ts'
import { createResumePoint, createThinnedResumePoint } from './resume-point.ts'
import { readStream } from './stream-connection.ts'
import type { StreamEvent, StreamForm, StreamQuery, StreamSettings, StreamState } from './stream-events.ts'
import type { TokenSource } from './token-source.ts'

const firstPauseMs = 500
const longestPauseMs = 15_000
const triesUntilOffline = 3

interface Connection {
  fetch: Fetch
  url: string
  token: TokenSource
}

export async function* followStream<F extends StreamForm>(
  { fetch, url, token }: Connection,
  query: StreamQuery<F>,
  { signal, onState }: StreamSettings,
): AsyncGenerator<StreamEvent<F>, void, undefined> {
  const { after, everySeconds } = query
  const resumePoint =
    everySeconds === undefined ? createResumePoint(after) : createThinnedResumePoint(after, everySeconds)
  const address = `${url}/api/stream?${textOf(query)}`
  let failures = 0
  let isRefused = false
  let state: StreamState | undefined
  const setState = (next: StreamState) => {
    if (next !== state) onState?.(next)
    state = next
  }

  while (!signal?.aborted) {
    try {
      const bearer = await token(isRefused ? { fresh: true } : {})
      for await (const messages of readStream(fetch, address, bearer, resumePoint.last(), signal)) {
        for (const { id, event, data } of messages) {
          if (id !== undefined) resumePoint.add(id)
          if (event === 'hello') {
            failures = 0
            isRefused = false
            setState('live')
          } else if (event === 'end') {
            throw closeReason(data)
          } else if (id !== undefined && data !== undefined && resumePoint.isNew(id)) {
            yield { id, type: event, data: JSON.parse(data) } as StreamEvent<F>
          }
        }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof RastroError) || isFinal(error, isRefused)) throw error
      failures += 1
      isRefused = error.status === 401
      if (isRefused) continue
      setState(failures >= triesUntilOffline || isOffline() ? 'offline' : 'reconnecting')
      const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1_000
      const pauseMs = Math.max(retryAfterMs, backoffMs(failures, firstPauseMs, longestPauseMs))
      await wait(pauseMs, signal, { wakesOnline: retryAfterMs === 0 }).catch(() => {})
    }
  }
}

/** The close reason sent by the server. A client without permission is refused when it reconnects. */
function closeReason(data = '{}'): RastroError {
  const { code, message } = JSON.parse(data)
  return new RastroError(0, code, message)
}

/** Retrying the same request is pointless: refused twice, a cursor that is too old, an invalid filter. */
function isFinal({ status, code }: RastroError, wasRefused: boolean): boolean {
  if (status === 401) return wasRefused || code !== 'token.invalid'
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Lists are separated by commas. The cursor is sent as a header, because it changes. */
function textOf({ after, ...filter }: StreamQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.toString()
}
