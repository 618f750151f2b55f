// What a caller can cause, and the only place that knows which HTTP status it gets.

export interface Fault {
  path: string
  message: string
}

/** Something the caller did or may repair. Everything that is not a CallerError is a bug of ours. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly code: string
  readonly details: Fault[] | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(code: string, message: string, more: { details?: Fault[]; retryAfterSeconds?: number } = {}) {
    super(message)
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export class InvalidError extends CallerError {
  override name = 'InvalidError'
}
export class UnauthenticatedError extends CallerError {
  override name = 'UnauthenticatedError'
}
export class ForbiddenError extends CallerError {
  override name = 'ForbiddenError'
}
/** It was there, and will not be again. */
export class GoneError extends CallerError {
  override name = 'GoneError'
}
/** Also for another account's thing: what exists elsewhere is not revealed. */
export class NotFoundError extends CallerError {
  override name = 'NotFoundError'
}
export class MethodError extends CallerError {
  override name = 'MethodError'
  constructor(method: string, methods: string[]) {
    super('method.not_allowed', `${method} is not possible here. Possible: ${methods.join(', ')}.`)
  }
}
export class MediaTypeError extends CallerError {
  override name = 'MediaTypeError'
  constructor(form = 'JSON', type = 'application/json') {
    super('body.unsupported_type', `Send the body as ${form}, with the header "Content-Type: ${type}".`)
  }
}
export class ConflictError extends CallerError {
  override name = 'ConflictError'
}
export class PreconditionError extends CallerError {
  override name = 'PreconditionError'
}
export class TooManyError extends CallerError {
  override name = 'TooManyError'
}
/** An engine is away; the same call may succeed in a moment. */
export class UnavailableError extends CallerError {
  override name = 'UnavailableError'
  constructor(
    cause?: unknown,
    {
      code = 'service.unavailable',
      message = 'The service is briefly unavailable. Try again in a few seconds.',
      retryAfterSeconds = 5,
    } = {},
  ) {
    super(code, message, { retryAfterSeconds })
    this.cause = cause
  }
}
/** The account is on its way from one cell to another: it takes no changes for some seconds. */
export class MovingError extends UnavailableError {
  constructor(cause?: unknown) {
    super(cause, {
      code: 'account.moving',
      message: 'The account is being moved, and takes no changes for some seconds. Try again then.',
      retryAfterSeconds: 2,
    })
  }
}

const statuses: Record<string, number> = {
  InvalidError: 400,
  MethodError: 405,
  UnauthenticatedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  GoneError: 410,
  PreconditionError: 412,
  MediaTypeError: 415,
  TooManyError: 429,
  UnavailableError: 503,
}

/** Faults that the HTTP library finds before a route is reached. */
const libraryFaults: Record<string, { status: number; code: string; message: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'body.unsupported_type',
    message: 'Send the body as JSON, with the header "Content-Type: application/json".',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'body.too_large', message: 'The body is too large.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    status: 400,
    code: 'body.invalid',
    message: 'The body is empty, but JSON is expected.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'body.invalid',
    message: 'The body is not valid JSON.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'body.invalid',
    message: 'The body does not have the length that Content-Length says.',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'url.invalid', message: 'The path is not a valid URL path.' },
  FST_ERR_MAX_LENGTH_URL: { status: 414, code: 'url.too_long', message: 'The path is too long.' },
}

/**
 * PostgreSQL is starting, stopping, out of connections, too slow (57014, 55P03), no longer the one that takes writes
 * (25006) or gone: SQLSTATE classes 08, 53, 57P and the socket's own words.
 */
const unavailableCodes =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed/

export function isUnavailable(error: unknown): boolean {
  // A caller's own words may be in there, and they decide nothing.
  if (error instanceof CallerError) return error instanceof UnavailableError
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return unavailableCodes.test(String(code)) || unavailableMessages.test(String(message))
}

/** The database refused a write to an account that is on its way: the code is that of `refuse_moving` in the schema. */
export function isRefusedMoving(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  // What is hidden cannot be overwritten either.
  return code === 'RM001' || (code === '42501' && String(message).includes('row-level security'))
}

export interface Answer {
  status: number
  code: string
  error: string
  details?: Fault[]
  retryAfterSeconds?: number
  /** A bug of ours: to be logged whole, and told to nobody. */
  bug: boolean
}

function wordsFor(thrown: unknown): unknown {
  if (thrown instanceof CallerError) return thrown
  if (isRefusedMoving(thrown)) return new MovingError(thrown)
  return isUnavailable(thrown) ? new UnavailableError(thrown) : thrown
}

/** The one translator: whatever was thrown becomes a status, a stable code and a sentence. */
export function toAnswer(thrown: unknown): Answer {
  const error = wordsFor(thrown)
  if (error instanceof CallerError) {
    return {
      status: statuses[error.name] ?? 400,
      code: error.code,
      error: error.message,
      ...(error.details && { details: error.details }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      bug: false,
    }
  }
  const known = libraryFaults[String((error as { code?: unknown })?.code)]
  if (known) return { status: known.status, code: known.code, error: known.message, bug: false }
  const status = (error as { statusCode?: unknown })?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, code: 'request.invalid', error: 'The request could not be understood.', bug: false }
  }
  return {
    status: 500,
    code: 'server.error',
    error: 'Something broke on our side. It has been logged under the request id.',
    bug: true,
  }
}
