// What both sides of a support session see of it.

import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { endReasons, supportAccess } from './support.types.ts'

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })
export const accessText = (description?: string) =>
  Type.Enum([...supportAccess], { type: 'string', ...(description !== undefined && { description }) })
const endReasonText = orNull(
  Type.Enum([...endReasons], {
    type: 'string',
    description:
      '`customer` and `visitor`: one of the two ended it. `expired`: the time was over. `unanswered`: not approved within 24 hours. `status`: the account is not active. `moved`: the account was moved. `mode`: the account lets nobody in.',
  }),
)

export const sessionFields = {
  id: Type.String({ pattern: '^sup_[0-9A-Za-z]{22}$', examples: ['sup_2iVb7Qe0x1Jm5Zt8Kc3WnY'] }),
  visitorName: Type.String({ description: 'Who it is.' }),
  organization: Type.String({ description: 'The reseller or platform of the visitor.' }),
  reason: Type.String({ description: 'In the words of the visitor.' }),
  minutes: Type.Integer({ description: 'How long it lasts from the approval on.' }),
  requestedAt: time(),
  endedAt: orNull(time()),
  endReason: endReasonText,
}
