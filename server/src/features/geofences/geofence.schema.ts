import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import type { Geometry } from './geofence.types.ts'
import { maxPositions } from './geofence.types.ts'

export const maxRadiusM = 5_000_000

const type = Type.Enum(['polygon', 'circle', 'corridor'], {
  type: 'string',
  description: 'Follows from the geometry: Polygon or MultiPolygon, Point, LineString.',
})

/** Coordinates are checked in code for readable messages: a schema would report every alternative. */
const geometry = Type.Unsafe<Geometry>(
  Type.Object(
    {
      type: Type.Enum(['Polygon', 'MultiPolygon', 'Point', 'LineString'], { type: 'string' }),
      coordinates: Type.Array(Type.Unknown(), {
        maxItems: maxPositions,
        description: `Longitude first, then latitude, in degrees (WGS 84); at most ${maxPositions} positions.`,
      }),
    },
    {
      additionalProperties: false,
      description:
        'GeoJSON (RFC 7946): the area itself, the centre of a circle, or the line of a corridor. Edges of an area are straight in longitude and latitude. An area that crosses the antimeridian is split into a MultiPolygon, or continues beyond 180, or steps from 179 to -179. An area that contains a pole runs along latitude 90, from longitude 180 to -180.',
      examples: [
        {
          type: 'Polygon',
          coordinates: [
            [
              [2.1, 41.3],
              [2.3, 41.3],
              [2.3, 41.5],
              [2.1, 41.3],
            ],
          ],
        },
      ],
    },
  ),
)

const fields = {
  name: nameText({ description: 'Unique in the account.' }),
  description: Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]),
  type,
  geometry,
  radius: Type.Union([Type.Number({ minimum: 1, maximum: maxRadiusM }), Type.Null()], {
    description: 'Metres: the radius of a circle, or half the width of a corridor. null for a polygon.',
  }),
  color: Type.Union([Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#d9480f'] }), Type.Null()], {
    description: 'Colour on maps: # and six hexadecimal digits, lower case. null for the default colour.',
  }),
  tags: Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 256 }), {
    maxProperties: 50,
    propertyNames: { minLength: 1, maxLength: 64 },
    description: 'Custom names and values.',
  }),
}

export const GeofenceBody = Type.Object(
  {
    name: fields.name,
    description: Type.Optional(fields.description),
    type: Type.Optional(type),
    geometry,
    radius: Type.Optional(fields.radius),
    color: Type.Optional(fields.color),
    tags: Type.Optional(fields.tags),
  },
  { additionalProperties: false },
)

export const geofenceFields = {
  id: Type.String({ examples: ['geo_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
export const GeofenceView = Type.Object(geofenceFields, { $id: 'Geofence', title: 'Geofence' })

export const GeofencePath = Type.Object({ geofenceId: Type.String({ maxLength: 64 }) })
export const GeofenceQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 321, description: 'The name of a tag, or `name:value`.' }),
    ),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
