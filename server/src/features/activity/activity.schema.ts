import { Type } from 'typebox'

export const ActivityView = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it was heard.' }),
    kind: Type.Unsafe<'location' | 'connection' | 'unreadable'>({
      type: 'string',
      enum: ['location', 'connection', 'unreadable'],
      description:
        'What came: a location, which is stored; a tracker that connected; or something that could not be read.',
    }),
    protocol: Type.Union([Type.String(), Type.Null()], { description: 'null of a location.' }),
    text: Type.String({ description: 'What it was, in words.' }),
    location: Type.Optional(Type.Unsafe<object>(Type.Ref('Location'))),
    excerpt: Type.Optional(
      Type.String({
        description:
          'How what could not be read begins: up to 64 bytes, in hexadecimal digits. Only for who may edit devices.',
      }),
    ),
  },
  { $id: 'ActivityEntry', title: 'ActivityEntry' },
)
