// The envelope of every JSON answer, as schemas: what a route says stands beside these fields.

import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Type } from 'typebox'

const usage = {
  apiUsage: Type.Optional(
    Type.Integer({ description: 'Units this call cost: 1, and 1 more for each started 1,000 records.' }),
  ),
  apiDailyUsage: Type.Optional(
    Type.Integer({ description: 'Units the account has used today, this call included.' }),
  ),
}
const requestId = Type.String({ description: 'Also in the header X-Request-Id and in the log.' })

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'One sentence a person can act on.' }),
    code: Type.String({ description: 'Stable, for programs.', examples: ['licenses.none_free'] }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Every fault of the request, not only the first.',
      }),
    ),
    requestId,
    ...usage,
  },
  { $id: 'Error', title: 'Error' },
)

/** A successful answer: a route returns these fields, the envelope is put around them on the way out. */
export function answer<P extends TProperties>(properties: P, description = 'Done.') {
  const schema = Type.Object(
    { success: Type.Literal(true), ...properties, requestId, ...usage },
    { description },
  )
  return Type.Unsafe<Static<TObject<P>>>(schema)
}

/** Points to a schema that has a name of its own in the API's description. */
export function ref<S extends TSchema>(schema: S) {
  const { $id } = schema as { $id?: string }
  if (!$id) throw new TypeError('only a schema with an $id can be pointed to')
  return Type.Unsafe<Static<S>>(Type.Ref($id))
}

/** What any call may end in, for the API's description. */
export const failures = {
  '4xx': { description: 'The call was refused.', ...ref(ErrorAnswer) },
  '5xx': { description: 'The call failed on our side.', ...ref(ErrorAnswer) },
}
