// What a call throws: the server's own words, or that it could not be reached.

export interface Fault {
  path: string
  message: string
}

interface More {
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  details?: Fault[] | undefined
  cause?: unknown
}

export class RastroError extends Error {
  override name = 'RastroError'
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** Stable, for programs: `licenses.none_free`. */
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Every fault of the request, where the server named them. */
  readonly details: Fault[]
  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.status = status
    this.code = code
    this.requestId = more.requestId
    this.retryAfterSeconds = more.retryAfterSeconds
    this.details = more.details ?? []
  }
}

export function unreachable(cause: unknown): RastroError {
  return new RastroError(0, 'network.unreachable', 'The server cannot be reached.', { cause })
}

/** A proxy in between may answer too, and not in our words. */
export function errorOf(response: Response, text: string): RastroError {
  const says = parseObject(text)
  const sentence = typeof says.error === 'string' ? says.error : `The server answered ${response.status}.`
  const code = typeof says.code === 'string' ? says.code : codeOf(response.status)
  return new RastroError(response.status, code, sentence, {
    requestId: (says.requestId as string | undefined) ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    details: says.details as Fault[] | undefined,
  })
}

/** The token call answers without a code. */
function codeOf(status: number): string {
  if (status === 401) return 'token.refused'
  if (status === 429) return 'rate.exceeded'
  return status >= 500 ? 'service.unavailable' : 'request.invalid'
}

function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1_000)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
