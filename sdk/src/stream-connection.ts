// One connection to the event stream, until it ends. Uses fetch, because EventSource cannot send a token.

import type { Fetch } from './http-request.ts'
import { errorOf, RastroError, unreachable } from './rastro-error.ts'
import type { Message } from './sse.ts'
import { createSseReader } from './sse.ts'

/** The server sends a heartbeat every 15 s. */
const longestSilenceMs = 40_000

/** Yields complete messages, chunk by chunk. Always ends with an error: a stream has no regular end. */
export async function* readStream(
  fetch: Fetch,
  url: string,
  token: string,
  after: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message[], never, undefined> {
  const connection = new AbortController()
  const close = () => connection.abort()
  signal?.addEventListener('abort', close, { once: true })
  let timer = setTimeout(close, longestSilenceMs)
  try {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(after !== undefined && { 'last-event-id': after }),
    }
    const response = await fetch(url, { headers, signal: connection.signal })
    if (!response.ok || !response.body) throw errorOf(response, await response.text())
    const pieces = response.body.getReader()
    const decoder = new TextDecoder()
    const sse = createSseReader()
    for (;;) {
      const { done, value } = await pieces.read()
      // The time that the consumer takes does not count as silence.
      clearTimeout(timer)
      if (done) throw unreachable('The stream ended.')
      yield sse.read(decoder.decode(value, { stream: true }))
      timer = setTimeout(close, longestSilenceMs)
    }
  } catch (error) {
    throw error instanceof RastroError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', close)
    connection.abort()
  }
}
