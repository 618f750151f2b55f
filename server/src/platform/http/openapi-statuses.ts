// The error statuses of each operation.

import type { Node, Operation, Response } from './openapi.types.ts'
import { headerRef, schemaRef } from './openapi.types.ts'

const statusTexts: Record<string, string> = {
  400: 'The request is invalid.',
  401: 'The token is missing, invalid or expired.',
  403: 'The caller may not do this.',
  404: 'It does not exist, or not for this caller.',
  409: 'It conflicts with the current state.',
  410: 'The requested events, the archive or the file are no longer stored.',
  412: 'The resource has changed since the version in `If-Match`.',
  413: 'The body is too large.',
  414: 'A part of the path is too long.',
  421: 'The server does not answer under this host name.',
  422: 'The `Idempotency-Key` was used for a different request.',
  415: 'The body has an unsupported media type.',
  429: 'Too many requests, or the daily quota is used up.',
  500: 'Internal error.',
  503: 'A dependency is unavailable.',
}
const headersOfStatus: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Statuses beyond those that follow from the rules. */
const ownStatuses: Record<string, number[]> = {
  // Only for the account holder and administrators.
  getSpendingCaps: [403],
  // Events that are no longer stored.
  streamEvents: [410],
  listEvents: [410],
  // A link that is no longer valid, or an enrolment that was not started.
  signIn: [404],
  changeOwnPassword: [404],
  continueSignIn: [404, 409],
  stopRecovery: [404],
  deleteTotp: [404],
  // The device is not in the path.
  listTracks: [404],
  dryRunAlertRule: [404],
  dryRunAccountTripSettings: [404],
  // What is not a picture of the kind.
  replaceBrandPicture: [422],
  // The link is in the body.
  openSupportLink: [404],
  answerSupportLink: [404],
  confirmPasswordReset: [404],
  openInvitation: [404],
  acceptInvitation: [404],
  confirmEmail: [404],
  undoEmailChange: [404],
  // Sign-up may be off, and its address may have got a user meanwhile.
  getSignUp: [404],
  signUp: [404],
  confirmSignUp: [404, 409],
  // An installation is set up once.
  setUp: [409],
  // The archive was deleted.
  downloadExport: [410],
  createExportLink: [410],
  openExportLink: [410],
  downloadReport: [410],
  openReportLink: [410],
  // A share of a past period.
  watchShare: [409],
}

/** Replaces the ranges 4XX and 5XX by the statuses that the operation can return. */
export function addStatuses(operation: Operation, { path, method }: { path: string; method: string }): void {
  const { responses, requestBody, parameters = [], security, operationId } = operation
  // A route that describes a failure itself answers with the same headers.
  for (const status of Object.keys(headersOfStatus)) {
    if (responses[status]) Object.assign(responses[status], headersFor(status))
  }
  const range = responses['4XX']
  if (!range) return
  const isOpen = security?.length === 0
  const isWrite = method !== 'get'
  const hasInput = requestBody !== undefined || parameters.some((one) => 'in' in one)
  const isSecret = isOpen && path.startsWith('/session')
  const possible: Record<number, boolean> = {
    400: hasInput || isWrite,
    401: !isOpen || isSecret || operationId === 'getToken',
    // Also for reads: a suspended account is closed to standard users.
    403: !isOpen || isSecret,
    // Accounts that manage no reseller find nothing.
    404: path.includes('{') || path.startsWith('/api/resale'),
    409: isWrite && !isOpen,
    412: parameters.some(({ $ref }) => String($ref).endsWith('/IfMatch')),
    // Also without a body in the description: one may be sent.
    413: isWrite,
    414: path.includes('{'),
    415: isWrite,
    421: true,
    422: method === 'post' && !isOpen,
    429: true,
    500: true,
    503: true,
  }
  const isUsual = JSON.stringify(range.content).includes('/schemas/Error"')
  for (const status of ownStatuses[operationId] ?? []) possible[status] = true
  for (const [status, isPossible] of Object.entries(possible)) {
    if (!isPossible || responses[status]) continue
    responses[status] = isUsual
      ? ({ $ref: `#/components/responses/${status}` } as unknown as Response)
      : { ...range, description: statusTexts[status]!, ...headersFor(status) }
  }
  delete responses['4XX']
  delete responses['5XX']
}

function headersFor(status: string): { headers?: Node } {
  const names = headersOfStatus[status]
  return names ? { headers: Object.fromEntries(names.map((name) => [name, headerRef(name)])) } : {}
}

export function errorResponses(): Node {
  return Object.fromEntries(
    Object.entries(statusTexts).map(([status, description]) => [
      status,
      { description, ...headersFor(status), content: { 'application/json': { schema: schemaRef('Error') } } },
    ]),
  )
}
