// What trip settings would have found, beside what the current ones find.

import { Type } from 'typebox'
import { Place, ReasonName, SegmentKind } from '../reading/segment.schema.ts'
import { SettingsBody } from './trip-settings.schema.ts'

const period = {
  settings: SettingsBody,
  from: Type.String({ format: 'date-time', description: 'From the beginning of its local day on.' }),
  to: Type.String({ format: 'date-time', description: 'At most 31 days later.' }),
}

export const DryRunBody = Type.Object(period, { additionalProperties: false })

export const FleetDryRunBody = Type.Object(
  {
    ...period,
    deviceIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
    ),
  },
  { additionalProperties: false },
)

const Totals = Type.Object({
  trips: Type.Integer(),
  stops: Type.Integer(),
  gaps: Type.Integer(),
  distance: Type.Integer({ description: 'Metres.' }),
  bridgedDistance: Type.Integer({ description: 'The part of it across silences, on a straight line.' }),
  tripSeconds: Type.Integer(),
  stopSeconds: Type.Integer(),
  gapSeconds: Type.Integer(),
  idleSeconds: Type.Integer(),
  engineSeconds: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null if nothing is known of the engine.',
  }),
})

const DryRunSegment = Type.Object({
  type: SegmentKind,
  start: Place,
  end: Type.Union([Place, Type.Null()], { description: 'Null if it is open at `to`.' }),
  duration: Type.Integer({ description: 'Seconds, up to `to`.' }),
  distance: Type.Integer({ description: 'Metres.' }),
  idleSeconds: Type.Integer(),
  beganBy: ReasonName,
  endedBy: Type.Union([ReasonName, Type.Null()]),
})

const Side = Type.Object({ totals: Totals, segments: Type.Array(DryRunSegment) })

const locations = Type.Integer({ description: 'Stored locations that were computed.' })

export const deviceResultFields = {
  locations,
  current: Side,
  proposed: Side,
  added: Type.Array(DryRunSegment, { description: 'Segments that only the proposed settings find.' }),
  removed: Type.Array(DryRunSegment, { description: 'Segments that only the current settings find.' }),
  changed: Type.Integer({ description: 'Segments that would begin, end or count otherwise.' }),
  truncated: Type.Boolean({ description: 'There are more segments: lists end after 2,000.' }),
}

export const fleetResultFields = {
  devices: Type.Array(
    Type.Object({
      deviceId: Type.String(),
      locations,
      current: Totals,
      proposed: Totals,
      added: Type.Integer(),
      removed: Type.Integer(),
      changed: Type.Integer(),
    }),
  ),
  complete: Type.Boolean({
    description: 'Whether all devices that the settings concern, or that were named, are part of it.',
  }),
}
