// One call over HTTP, tried again where that is safe: bounded, with growing pauses, and as the server asks.

import { errorOf, RastroError, unreachable } from './rastro-error.ts'
import { backoffMs, wait } from './waiting.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface Sending {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
  /** Doing it twice is doing it once. */
  isRepeatable: boolean
  /** The body as it came, whatever its form. */
  isText?: boolean
  /** A person waits for the answer, also for a refusal: it is sent once. */
  isUrgent?: boolean
}

/** Statuses that may be another a moment later; 0 is no answer. */
const passing = new Set([0, 502, 503, 504])
const maxTries = 4
const firstPauseMs = 300
const longestPauseMs = 5_000
/** Who is told to wait for longer, as when the day is used up, decides himself. */
const longestAskedWaitSeconds = 60
/** Until an answer begins. A line that died without a word would hold a call for ever. */
const longestSilenceMs = 60_000

/** Resolves to the answer's body: JSON as a value, anything else as text. */
export async function send(fetch: Fetch, sending: Sending): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(fetch, sending)
    } catch (error) {
      const pauseMs = error instanceof RastroError ? pauseBefore(error, sending, tries) : undefined
      if (pauseMs === undefined) throw error
      await wait(pauseMs, sending.signal)
    }
  }
}

async function sendOnce(fetch: Fetch, sending: Sending): Promise<unknown> {
  const { url, method, headers, body, signal, isText } = sending
  const { response, text } = await heard(signal, async (either, answered) => {
    const response = await fetch(url, {
      method,
      signal: either,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
    answered()
    return { response, text: await response.text() }
  })
  if (!response.ok) throw errorOf(response, text)
  return !isText && isJson(response) ? parse(text) : text
}

/** Runs `ask` under the caller's signal and the limit of silence, which `answered` lifts. */
async function heard<T>(
  signal: AbortSignal | undefined,
  ask: (either: AbortSignal, answered: () => void) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const line = new AbortController()
  const hangUp = () => line.abort(signal?.reason)
  signal?.addEventListener('abort', hangUp, { once: true })
  const timer = setTimeout(() => line.abort(), longestSilenceMs)
  try {
    return await ask(line.signal, () => clearTimeout(timer))
  } catch (error) {
    signal?.throwIfAborted()
    throw unreachable(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
  }
}

/** Undefined: no further try. */
function pauseBefore(
  error: RastroError,
  { isRepeatable, isUrgent }: Sending,
  tries: number,
): number | undefined {
  const { status, retryAfterSeconds } = error
  if (isUrgent || tries >= maxTries || (retryAfterSeconds ?? 0) > longestAskedWaitSeconds) return undefined
  // Refused before anything was done: safe for every call.
  const isToWait = status === 429 && retryAfterSeconds !== undefined
  if (!isToWait && !(isRepeatable && passing.has(status))) return undefined
  return (retryAfterSeconds ?? 0) * 1_000 + backoffMs(tries, firstPauseMs, longestPauseMs)
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Half an answer: the line broke in the middle.
    throw unreachable(error)
  }
}
