// Errors of SCIM have a form of their own (RFC 7644, 3.12).

import { CallerError, toErrorResponse } from '../../platform/http/errors.ts'

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'

export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export interface ScimErrorBody {
  schemas: string[]
  status: string
  scimType?: string
  detail: string
}

export function toScimError(error: unknown): { status: number; body: ScimErrorBody } {
  const { status, scimType, detail } = partsOf(error)
  const type = scimType === undefined ? {} : { scimType }
  return { status, body: { schemas: [errorSchema], status: String(status), ...type, detail } }
}

function partsOf(error: unknown): { status: number; scimType?: ScimType | undefined; detail: string } {
  if (error instanceof ScimError) {
    const { status, scimType, message } = error
    return { status, scimType, detail: message }
  }
  const { status, error: detail } = toErrorResponse(error)
  const isTaken = error instanceof CallerError && error.code === 'users.name_taken'
  return { status, scimType: isTaken ? 'uniqueness' : status === 400 ? 'invalidValue' : undefined, detail }
}

export function notFound(what: string): ScimError {
  return new ScimError(404, `${what} does not exist.`)
}
