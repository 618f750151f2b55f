// Named values: as fields where Wialon gives the name a meaning, under their own name otherwise.
import { roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const ANALOG = /^adc(\d{1,2})$/
const MAX_BITS = 32

export function keepParameter(location: Location, name: string, value: string | number): void {
  const { attributes } = location
  const [, analog] = ANALOG.exec(name) ?? []
  if (name === 'avl_driver') {
    if (!/^0*$/.test(String(value))) attributes.driverId = value
  } else if (typeof value === 'string') attributes[name] = value
  else if (name === 'pwr_ext') location.powerV = roundTo(value, 3)
  else if (name === 'pwr_int') location.batteryV = roundTo(value, 3)
  else if (name === 'avl_inputs') location.inputs = bitsOf(value)
  else if (name === 'avl_outputs') location.outputs = bitsOf(value)
  else if (analog) attributes[`analog${analog}`] = value
  else attributes[name] = value
}

/** At least eight, so that a list has the same length every time. */
function bitsOf(value: number): boolean[] {
  const bits = value >>> 0
  return Array.from({ length: bits > 0xff ? MAX_BITS : 8 }, (_, bit) => ((bits >>> bit) & 1) === 1)
}
