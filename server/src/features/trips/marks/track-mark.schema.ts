import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import type { MarkKind } from '../detection/marks.ts'
import { markKinds } from '../detection/marks.ts'

const fields = {
  dateTime: Type.String({
    format: 'date-time',
    description:
      'A cut counts at the first location at or after this instant. A join is within the stop between both trips, and at most 24 hours after its beginning.',
  }),
  type: Type.Unsafe<MarkKind>(
    Type.Enum([...markKinds], {
      type: 'string',
      description:
        '`cut`: ends the trip and begins another. `join`: makes two trips, and the stop between them, one.',
    }),
  ),
}

export const MarkBody = Type.Object(fields, { additionalProperties: false })

export const markFields = {
  id: Type.String({ examples: ['mrk_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String({ description: 'The user’s identifier.' }),
}
export const MarkView = Type.Object(markFields, { $id: 'TrackMark', title: 'TrackMark' })

const id = Type.String({ maxLength: 64 })
export const DevicePath = Type.Object({ deviceId: id })
export const MarkPath = Type.Object({ deviceId: id, markId: id })
export const MarkQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)
