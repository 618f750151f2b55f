// Round steps of axes and scales.

import type { UnitSystem } from '../../../../platform/http/preferences.ts'
import type { CellType } from '../../document.types.ts'
import { unitsOf } from '../units.ts'

const steps = [1, 2, 5, 10]

/** The smallest round number that is not less. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (steps.find((step) => step * power >= value * (1 - 1e-9)) ?? 10)
}

/** From 0 to at least the greatest value, in steps that are round in the unit that is shown. */
export function ticksOf(greatest: number, type: CellType, units: UnitSystem): number[] {
  const unit = unitOf(type, units)
  const whole = type === 'count' ? 1 : 0
  const step = Math.max(whole, roundUp(greatest / unit / 4)) * unit
  const count = Math.max(1, Math.ceil(greatest / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

function unitOf(type: CellType, units: UnitSystem): number {
  if (type === 'distance') return unitsOf[units].metres
  if (type === 'speed') return unitsOf[units].metres / 3_600
  if (type === 'share') return 0.01
  return type === 'duration' ? 3_600 : 1
}
