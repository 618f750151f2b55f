// One connection to the stream of events, until it ends. By fetch and not EventSource, which cannot show a token.

import { errorOf, RastroError, unreachable } from './rastro-error.ts'
import type { Fetch } from './sending.ts'
import type { Message } from './sse.ts'
import { createSseReader } from './sse.ts'

/** The server says every 15 s that it is still there. */
const longestSilenceMs = 40_000

/** What is whole so far, piece by piece. It always ends by an error: a stream has no end of its own. */
export async function* listen(
  fetch: Fetch,
  url: string,
  token: string,
  after: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message[], never, undefined> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  signal?.addEventListener('abort', hangUp, { once: true })
  let timer = setTimeout(hangUp, longestSilenceMs)
  try {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(after !== undefined && { 'last-event-id': after }),
    }
    const response = await fetch(url, { headers, signal: line.signal })
    if (!response.ok || !response.body) throw errorOf(response, await response.text())
    const pieces = response.body.getReader()
    const decoder = new TextDecoder()
    const sse = createSseReader()
    for (;;) {
      const { done, value } = await pieces.read()
      // Whoever hears may take his time: that is not the line's silence.
      clearTimeout(timer)
      if (done) throw unreachable('The stream ended.')
      yield sse.read(decoder.decode(value, { stream: true }))
      timer = setTimeout(hangUp, longestSilenceMs)
    }
  } catch (error) {
    throw error instanceof RastroError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
    line.abort()
  }
}
