// The stream of events as an iterator that outlives its connections: it comes again where it was, and repeats nothing.

import { listen } from './listening.ts'
import { createPlaces, createThinnedPlaces } from './places.ts'
import { RastroError } from './rastro-error.ts'
import type { Fetch } from './sending.ts'
import type { StreamEvent, StreamForm, StreamQuery, StreamSettings, StreamState } from './stream-events.ts'
import type { TokenSource } from './token-source.ts'
import { backoffMs, isOffline, wait } from './waiting.ts'

const firstPauseMs = 500
const longestPauseMs = 15_000
const triesUntilOffline = 3

interface Line {
  fetch: Fetch
  url: string
  token: TokenSource
}

export async function* followStream<F extends StreamForm>(
  { fetch, url, token }: Line,
  query: StreamQuery<F>,
  { signal, onState }: StreamSettings,
): AsyncGenerator<StreamEvent<F>, void, undefined> {
  const { after, everySeconds } = query
  const places = everySeconds === undefined ? createPlaces(after) : createThinnedPlaces(after, everySeconds)
  const address = `${url}/api/stream${textOf(query)}`
  let failures = 0
  let isRefused = false
  let state: StreamState | undefined
  const tell = (next: StreamState) => {
    if (next !== state) onState?.(next)
    state = next
  }

  while (!signal?.aborted) {
    try {
      const bearer = await token(isRefused ? { fresh: true } : {})
      for await (const messages of listen(fetch, address, bearer, places.last(), signal)) {
        for (const { id, event, data } of messages) {
          if (id !== undefined) places.pass(id)
          if (event === 'hello') {
            failures = 0
            isRefused = false
            tell('live')
          } else if (event === 'end') {
            throw farewell(data)
          } else if (id !== undefined && data !== undefined && places.isNew(id)) {
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
      tell(failures >= triesUntilOffline || isOffline() ? 'offline' : 'reconnecting')
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      const pauseMs = Math.max(askedMs, backoffMs(failures, firstPauseMs, longestPauseMs))
      await wait(pauseMs, signal, { wakesOnline: askedMs === 0 }).catch(() => {})
    }
  }
}

/** The server's last words: why the stream ends. Whoever may no longer listen is refused when he comes again. */
function farewell(data = '{}'): RastroError {
  const { code, message } = JSON.parse(data)
  return new RastroError(0, code, message)
}

/** Not worth another try in the same words: refused twice, too old a place, a filter that cannot be. */
function isFinal({ status, code }: RastroError, wasRefused: boolean): boolean {
  if (status === 401) return wasRefused || code !== 'token.invalid'
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function textOf({ kinds, devices, groups, area, form, everySeconds }: StreamQuery): string {
  const search = new URLSearchParams()
  for (const [name, list] of Object.entries({ kinds, devices, groups, area })) {
    if (list !== undefined) search.set(name, list.join(','))
  }
  if (form !== undefined) search.set('form', form)
  if (everySeconds !== undefined) search.set('everySeconds', String(everySeconds))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
