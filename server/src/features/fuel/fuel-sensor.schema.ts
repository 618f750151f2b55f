import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import type { FuelSource } from './fuel-sensor.types.ts'
import { fuelSources } from './fuel-sensor.types.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const dateTime = Type.String({ format: 'date-time' })
const maxLitres = 1_000_000
const maxPairs = 100
const litres = (description: string, minimum = 0) => Type.Number({ minimum, maximum: maxLitres, description })

const measureFields = {
  source: Type.Unsafe<FuelSource>(
    Type.Enum([...fuelSources], {
      type: 'string',
      description: 'The value of a location that is read: `fuel`, `fuel2`, or one of its `attributes`.',
    }),
  ),
  attribute: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: 64 }),
      'The name of the attribute, if that is the source, e.g. `fuelLitres`.',
    ),
  ),
  tankLitres: litres('The volume of the tank.', 0.1),
  calibration: Type.Optional(
    orNull(
      Type.Array(Type.Array(Type.Number({ minimum: -1e12, maximum: 1e12 }), { minItems: 2, maxItems: 2 }), {
        minItems: 2,
        maxItems: maxPairs,
      }),
      'Pairs of a raw value and litres, both strictly rising or falling. Levels in between are interpolated. Null: percents of the tank, or litres if the source is an attribute.',
    ),
  ),
}

const fields = {
  name: nameText(),
  ...measureFields,
  minFillLitres: Type.Optional(litres('Smaller rises are ignored. Also those below 3 % of the tank.')),
  minDrainLitres: Type.Optional(litres('Smaller falls are ignored. Also those below 3 % of the tank.')),
  idleLitresPerHour: Type.Optional(litres('What the engine uses at a stop. A fall beyond it is a drain.')),
  litresPer100Km: Type.Optional(
    orNull(
      Type.Number({ minimum: 0.1, maximum: 10_000 }),
      'Usual consumption. Reports use it where the level is unknown.',
    ),
  ),
}

export const SensorBody = Type.Object(fields, { additionalProperties: false })
export const MeasureBody = Type.Object(measureFields, { additionalProperties: false })

/** Of an input that leaves them out. */
export const defaults = { minFillLitres: 5, minDrainLitres: 5, idleLitresPerHour: 2 }

export const sensorFields = {
  id: Type.String({ examples: ['fse_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  name: fields.name,
  source: measureFields.source,
  attribute: orNull(Type.String(), 'Null unless it is the source.'),
  tankLitres: measureFields.tankLitres,
  calibration: orNull(Type.Array(Type.Array(Type.Number())), 'Pairs of a raw value and litres.'),
  minFillLitres: litres('Smaller rises are ignored.'),
  minDrainLitres: litres('Smaller falls are ignored.'),
  idleLitresPerHour: litres('What the engine uses at a stop.'),
  litresPer100Km: orNull(Type.Number(), 'Usual consumption.'),
  lastLevel: orNull(
    Type.Object({ litres: Type.Number(), dateTime }),
    'At the end of the newest stop with a reading, or so far, as of the last computation.',
  ),
  createdAt: dateTime,
  modifiedAt: dateTime,
}
export const SensorView = Type.Object(sensorFields, { $id: 'FuelSensor', title: 'FuelSensor' })

const id = Type.String({ maxLength: 64 })
export const DevicePath = Type.Object({ deviceId: id })
export const SensorPath = Type.Object({ deviceId: id, sensorId: id })
export const SensorQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

/** Of a curve. */
export const maxPoints = 2_000
export const PointView = Type.Object({
  dateTime,
  raw: Type.Number({ description: 'As the tracker has sent it.' }),
  litres: Type.Number({ description: 'By the calibration, not smoothed.' }),
})
export const LevelsQuery = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Inclusive.' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive; at most 31 days later.' }),
  },
  { additionalProperties: false },
)
