// The error of a call: the server's message, or that it could not be reached.

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
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** Stable, for programs: `licenses.none_free`. */
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** All validation errors of the request. */
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

/** A proxy may respond instead of the server, in another format. */
export function errorOf(response: Response, text: string): RastroError {
  const body = parseObject(text)
  const sentence = typeof body.error === 'string' ? body.error : `The server answered ${response.status}.`
  const code = typeof body.code === 'string' ? body.code : codeOf(response.status)
  return new RastroError(response.status, code, sentence, {
    requestId: (body.requestId as string | undefined) ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    details: body.details as Fault[] | undefined,
  })
}

/** The token call responds without a code. */
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
