// Odometer and engine hours as they are read and typed: the API has kilometres and hours, the user perhaps miles.

import type { Units } from '../../session/preferences.ts'
import type { Format } from '../use-format.ts'
import { distances } from '../use-format.ts'
import type { MeterName, Reading } from './trip.types.ts'

const metresInKm = 1_000
/** As far as any dial shows. */
const digits = 1

export function meterText(meter: MeterName, value: number, format: Format, units: Units): string {
  const mark = unitOf(meter, units)
  return `${format.number(toTyped(meter, value, units), { maximumFractionDigits: digits })} ${mark}`
}

/** `h` is the symbol of the hour in every language. */
export function unitOf(meter: MeterName, units: Units): string {
  return meter === 'odometer' ? distances[units].mark : 'h'
}

export function toTyped(meter: MeterName, value: number, units: Units): number {
  return meter === 'odometer' ? value * metresInKm * distances[units].perM : value
}

export function fromTyped(meter: MeterName, typed: number, units: Units): number {
  return meter === 'odometer' ? typed / distances[units].perM / metresInKm : typed
}

/** The drift as a share of what was counted between two readings; undefined if that is not known. */
export function driftShare(reading: Reading, before: Reading | undefined): number | undefined {
  const { value, drift } = reading
  if (drift === null || !before) return undefined
  const counted = value - before.value
  return counted > 0 ? drift / counted : undefined
}
