// GTERI: the eight digits after the name tell which sensors follow the status.
import { roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const FUEL_BIT = 0x01
const ONE_WIRE_BIT = 0x02
const MAX_SENSORS = 16
/** Address, the type of a thermometer, and sixteenths of a degree. */
const THERMOMETER = /(?:^|,)[\dA-Fa-f]{16},1,([\dA-Fa-f]{4})(?=,|$)/g

export function keepSensors(location: Location, word: string, head: string[], tail: string[]): void {
  const mask = head[1] ?? ''
  if (word !== 'ERI' || !/^[\dA-Fa-f]{8}$/.test(mask)) return
  const bits = Number.parseInt(mask, 16)
  if (bits & ONE_WIRE_BIT) keepTemperatures(location, tail.join())
  else if (bits & FUEL_BIT && tail.length > 6 && /^[\dA-Fa-f]{4}$/.test(tail.at(-1)!))
    location.attributes.fuelSensor = Number.parseInt(tail.at(-1)!, 16)
}

function keepTemperatures(location: Location, text: string): void {
  const found = [...text.matchAll(THERMOMETER)].slice(0, MAX_SENSORS)
  for (const [index, [, digits = '']] of found.entries()) {
    const sixteenths = (Number.parseInt(digits, 16) << 16) >> 16
    const celsius = roundTo(sixteenths / 16, 2)
    if (index === 0) location.temperatureC = celsius
    else if (index === 1) location.temperature2C = celsius
    else location.attributes[`temperature${index + 1}C`] = celsius
  }
}
