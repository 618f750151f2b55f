import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Cursor } from '../../platform/http/paging.ts'

export const maxInPage = 10_000

export const FleetPage = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxInPage,
        description: 'Devices per page. Default: 10,000.',
      }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

const orNull = (description: string, limits: { minimum?: number; maximum?: number } = {}) =>
  Type.Union([Type.Number(limits), Type.Null()], { description })
const bit = { type: 'integer', enum: [0, 1] }
const isIt = (description: string) => Type.Unsafe<0 | 1>({ ...bit, description })
const isItKnown = (description: string) =>
  Type.Unsafe<0 | 1 | null>({ oneOf: [bit, { type: 'null' }], description })

/** In the order of a row. */
const columns = {
  id: Type.String({ description: 'As in the events of the stream.' }),
  name: Type.String(),
  state: Type.Unsafe<'active' | 'expired'>({ type: 'string', enum: ['active', 'expired'] }),
  online: isIt('Seen within the last ten minutes.'),
  groups: Type.Array(Type.String(), { description: 'The groups it belongs to, as far as you may see them.' }),
  latitude: orNull('Degrees, WGS 84; null: no location yet.', { minimum: -90, maximum: 90 }),
  longitude: orNull('Degrees, WGS 84.', { minimum: -180, maximum: 180 }),
  speed: orNull('Metres per second.'),
  course: orNull('Degrees clockwise from north.'),
  fixedAt: orNull('Time of the fix, at most that of its reception, in seconds since 1970.'),
  lastSeenAt: orNull('When it was last seen, in seconds since 1970.'),
  moving: isItKnown('As reported by the tracker; null: unknown.'),
  ignition: isItKnown('null: unknown.'),
  valid: isIt('0: no fix; the coordinates, if any, are the last known ones.'),
  vehicleType: Type.Union([Type.String(), Type.Null()], { description: 'As in the device.' }),
  licensePlate: Type.Union([Type.String(), Type.Null()], { description: 'As in the device.' }),
}

export const fleetColumns = Object.keys(columns)

export const FleetRow = Type.Unsafe<Static<(typeof columns)[keyof typeof columns]>[]>({
  $id: 'FleetRow',
  title: 'FleetRow',
  type: 'array',
  items: {},
  prefixItems: Object.entries(columns).map(([title, schema]) => ({ title, ...schema })),
  minItems: fleetColumns.length,
  description: `A device as one compact row: ${fleetColumns.join(', ')}. More columns may be appended.`,
})
