import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import type { Meter } from './meter.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const dateTime = (description: string) => Type.String({ format: 'date-time', description })

const maxKm = 20_000_000
const maxHours = 1_000_000

const units: Record<Meter, { unit: string; exact: string; maximum: number }> = {
  odometer: { unit: 'Kilometres', exact: 'centimetres', maximum: maxKm },
  engine: { unit: 'Hours', exact: 'seconds', maximum: maxHours },
}

export const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })

export const MeterQuery = Type.Object(
  { dateTime: Type.Optional(dateTime('What the meter showed then. Default: now.')) },
  { additionalProperties: false },
)

export const ReadingsQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

function readingFields(meter: Meter) {
  const { unit, exact } = units[meter]
  return {
    dateTime: dateTime('When the meter showed the value.'),
    value: Type.Number({ description: `${unit}, exact in ${exact}.` }),
    note: orNull(Type.String(), 'As given.'),
    setBy: Type.String({ description: 'The user’s identifier.' }),
    createdAt: dateTime('When it was set.'),
    computed: orNull(
      Type.Number(),
      'What the meter would have shown by the reading before, as it was known then. Null for the first reading.',
    ),
    drift: orNull(Type.Number(), 'The value without `computed`.'),
    factor: orNull(
      Type.Number(),
      'The setting `odometerFactor` with which there would have been no drift. Null if there is none, or less than 10 km since the reading before.',
    ),
  }
}

export const OdometerReading = Type.Object(readingFields('odometer'), {
  $id: 'OdometerReading',
  title: 'OdometerReading',
})
export const EngineReading = Type.Object(readingFields('engine'), {
  $id: 'EngineReading',
  title: 'EngineReading',
})

export function meterFields<S extends TSchema>(meter: Meter, reading: S) {
  const { unit, exact } = units[meter]
  return {
    value: orNull(
      Type.Number(),
      `${unit}, exact in ${exact}: the last reading, and what was counted since. Without a reading, what was ever counted. Null if nothing is known of the engine.`,
    ),
    dateTime: orNull(
      Type.String({ format: 'date-time' }),
      'Of the last location that is counted. Null before the first one.',
    ),
    counted: Type.Number({ description: `${unit} since the reading.` }),
    reading: orNull(reading, 'The last reading before.'),
  }
}

export function readingBody(meter: Meter) {
  const { unit, exact, maximum } = units[meter]
  return Type.Object(
    {
      value: Type.Number({ minimum: 0, maximum, description: `${unit}, rounded to ${exact}.` }),
      dateTime: Type.Optional(dateTime('When the meter showed the value. Default: now.')),
      note: Type.Optional(orNull(Type.String({ maxLength: 500 }), 'For example who read it.')),
    },
    { additionalProperties: false },
  )
}
