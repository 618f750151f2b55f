// Errors that callers can cause, and their HTTP statuses. No other file knows statuses.

import type { ErrorCode, OperatorCode } from './error-codes.ts'

export interface Fault {
  path: string
  message: string
}

/** An error the caller caused or can fix. Any other error is a bug. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly code: ErrorCode | OperatorCode
  readonly details: Fault[] | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    code: ErrorCode | OperatorCode,
    message: string,
    more: { details?: Fault[]; retryAfterSeconds?: number } = {},
  ) {
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
/** The resource existed and will not return. */
export class GoneError extends CallerError {
  override name = 'GoneError'
}
/** Also for resources of other accounts: their existence is not revealed. */
export class NotFoundError extends CallerError {
  override name = 'NotFoundError'
}
export class MethodError extends CallerError {
  override name = 'MethodError'
  constructor(method: string, methods: string[]) {
    super('method.not_allowed', `${method} is not allowed here. Allowed: ${methods.join(', ')}.`)
  }
}
export class MediaTypeError extends CallerError {
  override name = 'MediaTypeError'
  constructor({ form = 'JSON', type = 'application/json', message = '' } = {}) {
    super(
      'body.unsupported_type',
      message || `Send the body as ${form}, with the header "Content-Type: ${type}".`,
    )
  }
}
/** Nobody has the host of the request: a certificate may outlive the host that it was issued for. */
export class MisdirectedError extends CallerError {
  override name = 'MisdirectedError'
  constructor(host: string) {
    super('host.unknown', `This server does not answer under the name "${host.slice(0, 253)}".`)
  }
}
export class ConflictError extends CallerError {
  override name = 'ConflictError'
}
export class PreconditionError extends CallerError {
  override name = 'PreconditionError'
}
/** The request is well-formed, but contradicts an earlier one. */
export class UnprocessableError extends CallerError {
  override name = 'UnprocessableError'
}
export class TooManyError extends CallerError {
  override name = 'TooManyError'
}
/** A dependency is unavailable; a retry may succeed. */
export class UnavailableError extends CallerError {
  override name = 'UnavailableError'
  constructor(
    cause?: unknown,
    {
      code = 'service.unavailable',
      message = 'The service is temporarily unavailable. Try again in a few seconds.',
      retryAfterSeconds = 5,
    }: { code?: ErrorCode; message?: string; retryAfterSeconds?: number } = {},
  ) {
    super(code, message, { retryAfterSeconds })
    this.cause = cause
  }
}
/** The account is being moved to another cell and is read-only for some seconds. */
export class MovingError extends UnavailableError {
  constructor(cause?: unknown) {
    super(cause, {
      code: 'account.moving',
      message: 'The account is being moved and is read-only for a few seconds. Try again shortly.',
      retryAfterSeconds: 2,
    })
  }
}

export const statuses: Record<string, number> = {
  InvalidError: 400,
  MethodError: 405,
  UnauthenticatedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  GoneError: 410,
  PreconditionError: 412,
  MediaTypeError: 415,
  MisdirectedError: 421,
  UnprocessableError: 422,
  TooManyError: 429,
  UnavailableError: 503,
}

/** Errors that Fastify reports before a route is reached. */
const libraryFaults: Record<string, { status: number; code: ErrorCode; message: string }> = {
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
    message: 'The body length does not match Content-Length.',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'url.invalid', message: 'The path is not a valid URL path.' },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    code: 'url.too_long',
    message: 'A part of the path is longer than 200 characters.',
  },
}

/**
 * PostgreSQL is starting, stopping, out of connections, too slow (57014, 55P03), no longer the primary (25006) or gone:
 * SQLSTATE classes 08, 53, 57P and socket errors.
 */
const unavailableCodes =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed/

export function isUnavailable(error: unknown): boolean {
  // Its message may quote the caller, so it is not matched below.
  if (error instanceof CallerError) return error instanceof UnavailableError
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return unavailableCodes.test(String(code)) || unavailableMessages.test(String(message))
}

/** The database rejected a write to an account that is being moved. RM001 is raised by `refuse_moving` in the schema. */
export function isRefusedMoving(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  // Rows of a moving account are hidden, so row-level security rejects writes to them.
  return code === 'RM001' || (code === '42501' && String(message).includes('row-level security'))
}

export interface Answer {
  status: number
  code: string
  error: string
  details?: Fault[]
  retryAfterSeconds?: number
  /** A bug: logged in full, not disclosed to the caller. */
  bug: boolean
}

function toCallerError(thrown: unknown): unknown {
  if (thrown instanceof CallerError) return thrown
  if (isRefusedMoving(thrown)) return new MovingError(thrown)
  return isUnavailable(thrown) ? new UnavailableError(thrown) : thrown
}

/** Converts any thrown value to a status, a stable code and a message. */
export function toErrorResponse(thrown: unknown): Answer {
  const error = toCallerError(thrown)
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
    error: 'Internal error. It has been logged with the request id.',
    bug: true,
  }
}
