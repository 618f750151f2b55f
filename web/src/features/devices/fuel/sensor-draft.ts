// What is typed of a fuel sensor, and what is sent.

import type { FuelSensor } from '@rastro/client'

export type FuelSource = FuelSensor['source']
export const fuelSources = ['fuel', 'fuel2', 'attribute'] as const satisfies readonly FuelSource[]

/** Numbers as they are typed: empty while there is none. */
export type Typed = number | ''

export interface SensorForm {
  name: string
  source: FuelSource
  attribute: string
  tankLitres: Typed
  hasTable: boolean
  pairs: [raw: Typed, litres: Typed][]
  minFillLitres: Typed
  minDrainLitres: Typed
  idleLitresPerHour: Typed
  litresPer100Km: Typed
}

export interface SensorDraft {
  name: string
  source: FuelSource
  attribute: string | null
  tankLitres: number
  calibration: number[][] | null
  minFillLitres: number
  minDrainLitres: number
  idleLitresPerHour: number
  litresPer100Km: number | null
}

export function newForm(name: string): SensorForm {
  return {
    ...{ name, source: 'fuel', attribute: '', tankLitres: '', hasTable: false },
    pairs: [
      ['', ''],
      ['', ''],
    ],
    ...{ minFillLitres: 5, minDrainLitres: 5, idleLitresPerHour: 2, litresPer100Km: '' },
  }
}

export function formOf(sensor: FuelSensor): SensorForm {
  const { calibration } = sensor
  return {
    name: sensor.name,
    source: sensor.source,
    attribute: sensor.attribute ?? '',
    tankLitres: sensor.tankLitres,
    hasTable: calibration !== null,
    pairs: calibration?.map(([raw, litres]) => [raw!, litres!]) ?? newForm('').pairs,
    minFillLitres: sensor.minFillLitres,
    minDrainLitres: sensor.minDrainLitres,
    idleLitresPerHour: sensor.idleLitresPerHour,
    litresPer100Km: sensor.litresPer100Km ?? '',
  }
}

/** Undefined while something is missing. */
export function draftOf(form: SensorForm): SensorDraft | undefined {
  const { source, tankLitres, hasTable, minFillLitres, minDrainLitres, idleLitresPerHour } = form
  const name = form.name.trim()
  const attribute = source === 'attribute' ? form.attribute.trim() : null
  const pairs = form.pairs.filter((pair): pair is [number, number] => pair[0] !== '' && pair[1] !== '')
  const isTableWhole = !hasTable || (pairs.length >= 2 && pairs.length === filledRows(form))
  if (name === '' || attribute === '' || tankLitres === '' || tankLitres <= 0 || !isTableWhole)
    return undefined
  if (minFillLitres === '' || minDrainLitres === '' || idleLitresPerHour === '') return undefined
  return {
    ...{ name, source, attribute, tankLitres, minFillLitres, minDrainLitres, idleLitresPerHour },
    calibration: hasTable ? pairs : null,
    litresPer100Km: form.litresPer100Km === '' ? null : form.litresPer100Km,
  }
}

/** Rows that are empty do not count; half of a row is a mistake. */
function filledRows({ pairs }: SensorForm): number {
  return pairs.filter(([raw, litres]) => raw !== '' || litres !== '').length
}
