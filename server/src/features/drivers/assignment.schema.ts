import { Type } from 'typebox'

/** The newest ones are shown. */
export const maxShownAssignments = 100

const instant = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const AssignmentBody = Type.Object(
  {
    driverId: Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
      description: 'Null: nobody is assigned in the period.',
    }),
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Default: now. May be in the past.' }),
    ),
    to: Type.Optional(
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'Default: without end.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const deviceDriverFields = {
  driver: Type.Union(
    [
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        source: Type.Enum(['tag', 'assignment'], { type: 'string' }),
      }),
      Type.Null(),
    ],
    { description: 'Who drives now, by the tag that was last seen, or by assignment.' },
  ),
  tag: Type.Union([Type.String(), Type.Null()], {
    description: 'The tag of the current session. Without a driver, it is of nobody.',
  }),
  drivingSince: instant,
  assignments: Type.Array(
    Type.Object({ driverId: Type.String(), driverName: Type.String(), from: instant, to: instant }),
    { maxItems: maxShownAssignments, description: 'Newest first.' },
  ),
}

export const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
