import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { namePattern, nameText, phonePattern } from '../../platform/http/text.ts'

export const maxTagLength = 64
/** Of one driver, with those that have ended. */
export const maxTags = 10

const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()])
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: namePattern })

const fields = {
  name: nameText(),
  phone: orNull(Type.String({ maxLength: 32, pattern: phonePattern })),
  email: orNull(Type.String({ format: 'email', maxLength: 254 })),
  licenseNumber: orNull(line(64)),
  note: orNull(Type.String({ maxLength: 2_000 })),
}

export const DriverBody = Type.Object(
  {
    name: fields.name,
    phone: Type.Optional(fields.phone),
    email: Type.Optional(fields.email),
    licenseNumber: Type.Optional(fields.licenseNumber),
    note: Type.Optional(fields.note),
  },
  { additionalProperties: false },
)

const id = Type.String({ maxLength: 64 })
const instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const tag = Type.String({
  minLength: 1,
  maxLength: maxTagLength,
  pattern: '^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$',
  description: 'As the device reports it: the number of a key, of a card, or of a driver.',
})
const period = {
  from: instant('Since when the tag is of the driver; null: always. May be in the past.'),
  to: instant('Until when; null: without end.'),
}

export const TagBody = Type.Object(
  { tag, from: Type.Optional(period.from), to: Type.Optional(period.to) },
  { additionalProperties: false },
)
export const tagFields = {
  id: Type.String({ examples: ['dtg_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  tag,
  ...period,
  createdAt: Type.String({ format: 'date-time' }),
}
export const TagView = Type.Object(tagFields, { $id: 'DriverTag', title: 'DriverTag' })

export const driverFields = {
  id: Type.String({ examples: ['drv_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  tags: Type.Array(Type.Object(tagFields), { maxItems: maxTags }),
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
export const DriverView = Type.Object(driverFields, { $id: 'Driver', title: 'Driver' })

export const DriverPath = Type.Object({ driverId: id })
export const TagPath = Type.Object({ driverId: id, tagId: id })
export const DriverQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name, or a tag.' }),
    ),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
