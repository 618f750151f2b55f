// The request and response headers of each operation.

import type { Operation } from './openapi.types.ts'
import { headerRef } from './openapi.types.ts'

const text = { type: 'string' }
export const headers = {
  ETag: { description: 'The version of the resource, for `If-Match` and `If-None-Match`.', schema: text },
  Location: { description: 'The path of the created resource, or where a browser goes next.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Requests left, and seconds until the limit is refilled: `"token";r=<left>;t=<seconds>`.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit: `"token";q=<requests>;w=<seconds>`.',
    schema: text,
  },
  'WWW-Authenticate': { description: '`Bearer`, with `error="invalid_token"` (RFC 6750).', schema: text },
  'X-Request-Id': { description: 'Identifies the request in the server log.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: text,
  },
}

export const requestHeaders = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An ETag. The change is made only if it is the current one.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag. If it is the current one, the response is 304 without a body.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Executes the request once, however often it is sent with this key within 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`respond-async`: respond with 202 as soon as the locations are in the durable log.',
    schema: text,
  },
}

/** They return a versioned resource, but change it whatever its version. */
const unconditionalActions = /\/(verification\/confirm|transferOwnership)$/

export function addHeaders(
  operation: Operation,
  route: { path: string; method: string; isVersioned: boolean; createsVersion: boolean },
): void {
  const { path, method, isVersioned, createsVersion } = route
  const isApi = path.startsWith('/api/')
  const isWrite = method !== 'get'
  const isLimited = isApi && operation.security?.length !== 0
  const given: (keyof typeof requestHeaders)[] = []
  if (isLimited && method === 'post') given.push('IdempotencyKey')
  if (isVersioned) given.push(isWrite ? 'IfMatch' : 'IfNoneMatch')
  if (operation.operationId === 'readOrReportLocations') given.push('Prefer')
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...given.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  if (operation.parameters.length === 0) delete operation.parameters

  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2') && status !== '303') continue
    const names = [
      'X-Request-Id',
      ...(isLimited ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...((isVersioned && method !== 'delete') ||
      (createsVersion && status === '201') ||
      unconditionalActions.test(path)
        ? ['ETag']
        : []),
      ...(['201', '303'].includes(status) || operation.operationId === 'createReportRun' ? ['Location'] : []),
      ...(isLimited && method === 'post' ? ['Idempotent-Replayed'] : []),
    ]
    response.headers = Object.fromEntries(names.map((name) => [name, headerRef(name)]))
  }
  if (isVersioned && !isWrite) {
    operation.responses[304] = {
      description: 'Unchanged: `If-None-Match` is the current ETag.',
      headers: { ETag: headerRef('ETag') },
    }
  }
}
