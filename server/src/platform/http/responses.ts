// Schemas of the JSON envelope: the fields of a route are merged with these.

import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Type } from 'typebox'
import { errorCodes } from './error-codes.ts'

const usage = {
  apiUsage: Type.Optional(
    Type.Integer({
      description: 'Units used by this request: 1, plus 1 for every 1,000 records or part thereof.',
    }),
  ),
  apiDailyUsage: Type.Optional(
    Type.Integer({ description: 'Units used by the account today, including this request.' }),
  ),
}
const requestId = Type.String({ description: 'Also in the X-Request-Id header and in the server log.' })

export const ErrorResponse = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'Human-readable message.' }),
    code: Type.String({
      enum: Object.keys(errorCodes),
      description: 'Stable, machine-readable error code. New codes may be added.',
      examples: ['licenses.none_free'],
    }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'All errors of the request, not only the first.',
      }),
    ),
    requestId,
    ...usage,
  },
  { $id: 'Error', title: 'Error' },
)

/** A success response: a route returns these fields, and the envelope is added when it is sent. */
export function answer<P extends TProperties>(properties: P, description = 'Done.') {
  const schema = Type.Object(
    { success: Type.Literal(true), ...properties, requestId, ...usage },
    { description },
  )
  return Type.Unsafe<Static<TObject<P>>>(schema)
}

/** References a named schema of the OpenAPI document. */
export function ref<S extends TSchema>(schema: S) {
  const { $id } = schema as { $id?: string }
  if (!$id) throw new TypeError('only a schema with an $id can be referenced')
  return Type.Unsafe<Static<S>>(Type.Ref($id))
}

/** Error responses of every route, for the OpenAPI document. */
export const failures = {
  '4xx': { description: 'The request was rejected.', ...ref(ErrorResponse) },
  '5xx': { description: 'The server failed.', ...ref(ErrorResponse) },
}
