import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'

const fields = {
  name: nameText({ description: 'Unique in the account, also without regard to case.' }),
  description: Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]),
  devices: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 100_000,
    description: 'Ids of the devices in the group.',
  }),
}

export const GroupBody = Type.Object(
  { ...fields, description: Type.Optional(fields.description), devices: Type.Optional(fields.devices) },
  { additionalProperties: false },
)

const times = {
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
const id = Type.String({ examples: ['grp_0aB1cD2eF3gH4iJ5kL6mN7'] })

export const groupFields = { id, ...fields, ...times }
export const GroupView = Type.Object(groupFields, { $id: 'Group', title: 'Group' })

export const GroupPath = Type.Object({ groupId: Type.String({ maxLength: 64 }) })
export const GroupQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
