// One HTTP request with safe retries: bounded, with back-off, and honouring Retry-After.

import { backoffMs, wait } from './back-off.ts'
import { errorOf, RastroError, unreachable } from './rastro-error.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface HttpRequest {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal | undefined
  /** The request is idempotent. */
  isRepeatable: boolean
  /** Return the body as text, whatever its format. */
  isText?: boolean
  /** Never retried: a person waits for the response, also for a refusal. */
  isUrgent?: boolean
}

/** With and without a slash at its end, a base URL means the same. */
export const trimSlash = (url: string) => url.replace(/\/+$/, '')

/** Transient statuses; 0 means no response. */
const transient = new Set([0, 502, 503, 504])
const maxTries = 4
const firstPauseMs = 300
const longestPauseMs = 5_000
/** A longer Retry-After, such as an exhausted daily quota, is left to the caller. */
const longestRetryAfterSeconds = 60
/** Until a response begins. A dead connection would otherwise block a call for ever. */
const longestSilenceMs = 60_000

/** Resolves to the body of the response: JSON as a value, anything else as text. */
export async function send(fetch: Fetch, request: HttpRequest): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(fetch, request)
    } catch (error) {
      const pauseMs = error instanceof RastroError ? pauseBefore(error, request, tries) : undefined
      if (pauseMs === undefined) throw error
      await wait(pauseMs, request.signal)
    }
  }
}

async function sendOnce(fetch: Fetch, request: HttpRequest): Promise<unknown> {
  const { url, method, headers, body, signal, isText } = request
  const { response, text } = await withTimeout(signal, async (either, answered) => {
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

/** Runs `request` under the caller's signal and the timeout, which `answered` clears. */
async function withTimeout<T>(
  signal: AbortSignal | undefined,
  request: (either: AbortSignal, answered: () => void) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const either = new AbortController()
  const abort = () => either.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => either.abort(), longestSilenceMs)
  try {
    return await request(either.signal, () => clearTimeout(timer))
  } catch (error) {
    signal?.throwIfAborted()
    throw unreachable(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Undefined: no further attempt. */
function pauseBefore(
  error: RastroError,
  { isRepeatable, isUrgent }: HttpRequest,
  tries: number,
): number | undefined {
  const { status, retryAfterSeconds } = error
  if (isUrgent || tries >= maxTries || (retryAfterSeconds ?? 0) > longestRetryAfterSeconds) return undefined
  // Refused before anything was done: safe for every call.
  const isToWait = status === 429 && retryAfterSeconds !== undefined
  if (!isToWait && !(isRepeatable && transient.has(status))) return undefined
  return (retryAfterSeconds ?? 0) * 1_000 + backoffMs(tries, firstPauseMs, longestPauseMs)
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // An incomplete body: the connection broke.
    throw unreachable(error)
  }
}
