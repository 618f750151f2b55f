// The values of a sensor as a request describes them, checked beyond its schema.

import type { Static } from 'typebox'
import { invalid } from '../../platform/http/validation.ts'
import type { Calibration } from './detection/calibration.ts'
import { problemOf } from './detection/calibration.ts'
import type { MeasureBody } from './fuel-sensor.schema.ts'
import type { FuelMeasure } from './fuel-sensor.types.ts'

const problems: Record<NonNullable<ReturnType<typeof problemOf>>, string> = {
  tooShort: 'must have at least two pairs',
  rawNotMonotone: 'raw values must rise or fall from each pair to the next',
  litresNotMonotone: 'litres must rise or fall from each pair to the next',
}

export function measureOf({
  source,
  attribute = null,
  calibration = null,
  tankLitres,
}: Static<typeof MeasureBody>): FuelMeasure {
  if ((source === 'attribute') !== (attribute !== null)) {
    throw invalid('body', [{ path: 'attribute', message: 'is needed if, and only if, it is the source' }])
  }
  const pairs = calibration as Calibration | null
  const problem = pairs && problemOf(pairs)
  if (problem) throw invalid('body', [{ path: 'calibration', message: problems[problem] }])
  const isBeyond = pairs?.some(([, litres]) => litres < 0 || litres > maxShare * tankLitres)
  if (isBeyond) {
    throw invalid('body', [{ path: 'calibration', message: 'litres must be within the tank' }])
  }
  return { source, attribute, calibration: pairs, tankMl: toMillilitres(tankLitres) }
}

/** Of the tank: tables are measured, volumes are nominal. */
const maxShare = 1.2

export function toMillilitres(litres: number): number {
  return Math.round(litres * 1_000)
}
