// The stream of events as an iterator that outlives its connections: it comes again where it was, and repeats nothing.

import { errorOf, RastroError, unreachable } from './rastro-error.ts'
import type { Fetch } from './sending.ts'
import type { Message } from './sse.ts'
import { createSseReader } from './sse.ts'
import type { StreamEvent, StreamForm, StreamQuery, StreamSettings, StreamState } from './stream-events.ts'
import type { TokenSource } from './token-source.ts'
import { backoffMs, wait } from './waiting.ts'

const firstPauseMs = 500
const longestPauseMs = 15_000
/** The server says every 15 s that it is still there. */
const longestSilenceMs = 40_000
const triesUntilOffline = 3

interface Line {
  fetch: Fetch
  url: string
  token: TokenSource
}

export async function* followStream<F extends StreamForm>(
  line: Line,
  query: StreamQuery<F>,
  { signal, onState }: StreamSettings,
): AsyncGenerator<StreamEvent<F>, void, undefined> {
  let cursor = query.after
  let failures = 0
  let isRefused = false
  let state: StreamState | undefined
  const tell = (next: StreamState) => {
    if (next !== state) onState?.(next)
    state = next
  }

  while (!signal?.aborted) {
    try {
      const url = `${line.url}/api/stream${textOf(query)}`
      const token = await line.token(isRefused ? { fresh: true } : {})
      for await (const message of listen(line.fetch, url, token, cursor, signal)) {
        if (message.event === 'hello') {
          failures = 0
          isRefused = false
          tell('live')
        }
        if (message.event === 'end') throw farewell(message)
        // A number without an event moves the place, and is no event.
        if (message.id !== undefined) cursor = message.id
        if (message.data === undefined || message.event === 'hello') continue
        yield { id: cursor, type: message.event, data: JSON.parse(message.data) } as StreamEvent<F>
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof RastroError) || isFinal(error, isRefused)) throw error
      isRefused = error.status === 401
      failures += 1
      tell(failures >= triesUntilOffline ? 'offline' : 'reconnecting')
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      if (isRefused) continue
      await wait(Math.max(askedMs, backoffMs(failures, firstPauseMs, longestPauseMs)), signal).catch(() => {})
    }
  }
}

/** One connection, until it ends. It always ends by an error. */
async function* listen(
  fetch: Fetch,
  url: string,
  token: string,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message, void, undefined> {
  const connection = new AbortController()
  const hangUp = () => connection.abort()
  signal?.addEventListener('abort', hangUp, { once: true })
  let timer = setTimeout(hangUp, longestSilenceMs)
  try {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(cursor !== undefined && { 'last-event-id': cursor }),
    }
    const response = await fetch(url, { headers, signal: connection.signal, cache: 'no-store' })
    if (!response.ok || !response.body) throw errorOf(response, await response.text())
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    const sse = createSseReader()
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(hangUp, longestSilenceMs)
      const { done, value } = await reader.read()
      // Whoever hears may take his time; that is not the line's silence.
      clearTimeout(timer)
      if (done) throw unreachable('the stream ended')
      yield* sse.read(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    throw error instanceof RastroError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
    connection.abort()
  }
}

/** The server's last words: why the stream ends. Whoever may no longer listen finds out when he comes again. */
function farewell({ data }: Message): RastroError {
  const { code, message } = JSON.parse(data ?? '{}')
  return new RastroError(0, code ?? 'network.unreachable', message ?? 'The stream ended.')
}

/** Not worth another try with the same words: refused twice, too old a cursor, a filter that cannot be. */
function isFinal({ status }: RastroError, wasRefused: boolean): boolean {
  if (status === 401) return wasRefused
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function textOf({
  kinds,
  devices,
  groups,
  area,
  form,
  everySeconds,
  after: _,
  ...rest
}: StreamQuery): string {
  rest satisfies Record<string, never>
  const search = new URLSearchParams()
  for (const [name, list] of Object.entries({ kinds, devices, groups, area })) {
    if (list !== undefined) search.set(name, list.join(','))
  }
  if (form !== undefined) search.set('form', form)
  if (everySeconds !== undefined) search.set('everySeconds', String(everySeconds))
  return search.size > 0 ? `?${search}` : ''
}
