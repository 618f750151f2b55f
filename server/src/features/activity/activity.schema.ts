import { Type } from 'typebox'

export const ActivityView = Type.Object(
  {
    receivedAt: Type.String({ format: 'date-time', description: 'When it was received.' }),
    type: Type.Unsafe<'location' | 'connection' | 'unreadable'>({
      type: 'string',
      enum: ['location', 'connection', 'unreadable'],
      description: 'A stored location, a connection of the tracker, or a frame that could not be decoded.',
    }),
    protocol: Type.Union([Type.String(), Type.Null()], { description: 'null for a location.' }),
    text: Type.String({ description: 'A description.' }),
    location: Type.Optional(Type.Unsafe<object>(Type.Ref('Location'))),
    excerpt: Type.Optional(
      Type.String({
        description:
          'The first bytes of an unreadable frame: up to 64, in hexadecimal. Only for users with the privilege `devices.edit`.',
      }),
    ),
  },
  { $id: 'ActivityEntry', title: 'ActivityEntry' },
)
