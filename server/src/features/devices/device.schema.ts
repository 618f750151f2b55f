import { protocols } from '@rastro/protocols'
import { Type } from 'typebox'
import { Limit, LongCursor, UpdatedSince } from '../../platform/http/paging.ts'
import { ref } from '../../platform/http/responses.ts'
import { nameText, oneOfPattern, phonePattern } from '../../platform/http/text.ts'
import { deviceOrders, presences, vehicleTypes } from './device.types.ts'

const nullable = (maxLength: number, description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], { description })
const dateTime = Type.String({ format: 'date-time' })

export const Tags = Type.Record(
  Type.String({ minLength: 1, maxLength: 64 }),
  Type.String({ maxLength: 256 }),
  {
    maxProperties: 50,
    propertyNames: { minLength: 1, maxLength: 64 },
    description: 'Custom names and values.',
  },
)

const expirationDate = Type.Union([Type.String({ format: 'date' }), Type.Null()], {
  description:
    'Required while `expires` is true. The device expires at the start of this date, in the time zone of the account.',
})
const dailyLimit = (what: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
    description: `Maximum number of ${what} per day for this device. null: no limit; 0: none.`,
  })

export const LimitsBody = Type.Object(
  {
    expires: Type.Boolean({ default: false }),
    expirationDate: Type.Optional(expirationDate),
    dailyEmailLimit: Type.Optional(dailyLimit('e-mails')),
    dailySmsLimit: Type.Optional(dailyLimit('SMS messages')),
  },
  {
    additionalProperties: false,
    if: { required: ['expires'], properties: { expires: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['expirationDate'], properties: { expirationDate: { type: 'string' } } },
  },
)

const ReportsEvery = Type.Union([Type.Integer({ minimum: 10, maximum: 2_592_000 }), Type.Null()], {
  description: 'Expected reporting interval, used by rules of the type `overdue`.',
})

const phone = (description: string) =>
  Type.Union([Type.String({ pattern: phonePattern, examples: ['+34 600 123 456'] }), Type.Null()], {
    description,
  })
const VehicleType = Type.Union([Type.Enum(vehicleTypes, { type: 'string' }), Type.Null()], {
  description: 'What the device is fitted to.',
})

const fields = {
  name: nameText(),
  description: Type.Optional(nullable(2_000, 'Free text.')),
  identifier: Type.Optional(nullable(64, 'IMEI or serial number that the tracker reports.')),
  phoneNumber: Type.Optional(phone('Phone number of the SIM.')),
  model: Type.Optional(nullable(100, 'Make and model.')),
  vehicleType: Type.Optional(VehicleType),
  licensePlate: Type.Optional(nullable(32, 'License plate, or registration.')),
  driverName: Type.Optional(nullable(200, 'Name of the driver.')),
  driverPhone: Type.Optional(phone('Phone number of the driver.')),
  protocol: Type.Optional(
    Type.Union(
      [
        Type.String({
          pattern: oneOfPattern(protocols.map(({ name }) => name)),
          examples: ['teltonika'],
        }),
        Type.Null(),
      ],
      {
        description: 'The protocol of the tracker.',
      },
    ),
  ),
  reportsEverySeconds: Type.Optional(ReportsEvery),
  tags: Type.Optional(Tags),
  groups: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 1_000,
      uniqueItems: true,
      description: 'The groups it belongs to.',
    }),
  ),
}

/** To create or replace. Absent `groups` and `limits` stay unchanged; every other absent field is cleared. */
export const DeviceBody = Type.Object(
  { ...fields, limits: Type.Optional(LimitsBody) },
  { additionalProperties: false },
)

export const ReactivateBody = Type.Object(
  {
    expires: Type.Optional(Type.Literal(false, { description: 'Turns the expiry off.' })),
    expirationDate: Type.Optional(
      Type.String({ format: 'date', description: 'Moves the expiry to this date.' }),
    ),
  },
  { additionalProperties: false, maxProperties: 1 },
)

export const LimitsView = Type.Object(
  {
    expires: Type.Boolean(),
    expirationDate,
    dailyEmailLimit: dailyLimit('e-mails'),
    dailySmsLimit: dailyLimit('SMS messages'),
  },
  { $id: 'DeviceLimits', title: 'DeviceLimits' },
)

export const DeviceView = Type.Object(
  {
    id: Type.String({ examples: ['dev_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    name: Type.String(),
    description: nullable(2_000, 'Free text.'),
    identifier: nullable(64, 'IMEI or serial number that the tracker reports.'),
    phoneNumber: nullable(32, 'Phone number of the SIM.'),
    model: nullable(100, 'Make and model.'),
    vehicleType: VehicleType,
    licensePlate: nullable(32, 'License plate, or registration.'),
    driverName: nullable(200, 'Name of the driver.'),
    driverPhone: nullable(32, 'Phone number of the driver.'),
    photoUpdatedAt: Type.Union([dateTime, Type.Null()], {
      description: 'When the photo was uploaded; null: no photo.',
    }),
    protocol: nullable(40, 'The protocol of the tracker.'),
    reportsEverySeconds: ReportsEvery,
    tags: Tags,
    groups: Type.Array(Type.String()),
    state: Type.Union([Type.Literal('active'), Type.Literal('expired')]),
    licensed: Type.Boolean({ description: 'Whether it uses a license now.' }),
    online: Type.Boolean({ description: 'Seen within the last ten minutes.' }),
    lastSeenAt: Type.Union([dateTime, Type.Null()]),
    authenticatedBy: Type.Union(
      [Type.Literal('secret'), Type.Literal('network'), Type.Literal('identifier'), Type.Null()],
      {
        description:
          'How the sender of the newest location was authenticated: by a secret (an ingest key, or a token of this API), by its network, or only by the identifier. null: no location yet.',
      },
    ),
    limits: ref(LimitsView),
    usage: Type.Object(
      {
        day: Type.String({ format: 'date' }),
        emailsSent: Type.Integer(),
        smsSent: Type.Integer(),
        resetsAt: dateTime,
      },
      { description: 'Messages sent today, in the time zone of the account.' },
    ),
    createdAt: dateTime,
    modifiedAt: dateTime,
  },
  { $id: 'Device', title: 'Device' },
)

export const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })

export const DeviceQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Part of the name, identifier, phone number or license plate.',
      }),
    ),
    tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 321, description: 'The name of a tag, or `name:value`.' }),
    ),
    groupId: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })),
    state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('expired')])),
    presence: Type.Optional(
      Type.Enum(presences, {
        type: 'string',
        description: 'Only devices that were seen within the last ten minutes, seen before, or never seen.',
      }),
    ),
    updatedSince: Type.Optional(UpdatedSince),
    sort: Type.Optional(
      Type.Enum(deviceOrders, {
        type: 'string',
        description:
          'The order; a minus sign reverses it. Default: `createdAt`. By name without regard to case and accents, numbers by their value.',
      }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(LongCursor),
  },
  { additionalProperties: false },
)
