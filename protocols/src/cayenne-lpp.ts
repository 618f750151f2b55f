// Cayenne Low Power Payload: channel, type, value, repeated. Source: the format's public description.
import { keepAttribute } from './loose-values.ts'
import { isPosition } from './measures.ts'
import type { Location } from './protocol.types.ts'

const MAX_BYTES = 255

interface Field {
  size: number
  keep(location: Location, value: Buffer, channel: number): void
}

const scaled = (size: 1 | 2, isSigned: boolean, scale: number, name: string): Field => ({
  size,
  keep(location, value, channel) {
    const raw = isSigned ? value.readIntBE(0, size) : value.readUIntBE(0, size)
    keepAttribute(location, `${name}${channel}`, raw / scale)
  },
})

const fields: Readonly<Record<number, Field>> = {
  0: scaled(1, false, 1, 'digitalIn'),
  1: scaled(1, false, 1, 'digitalOut'),
  2: scaled(2, true, 100, 'analog'),
  3: scaled(2, true, 100, 'analogOut'),
  101: scaled(2, false, 1, 'illuminance'),
  102: scaled(1, false, 1, 'presence'),
  103: {
    size: 2,
    keep: (location, value) => (location.temperatureC ??= value.readInt16BE() / 10),
  },
  104: { size: 1, keep: (location, value) => (location.humidityPct ??= value.readUInt8() / 2) },
  113: {
    size: 6,
    keep(location, value) {
      for (const [index, axis] of ['X', 'Y', 'Z'].entries()) {
        location.attributes[`axis${axis}Mg`] = value.readInt16BE(index * 2)
      }
    },
  },
  115: scaled(2, false, 10, 'pressureHpa'),
  134: {
    size: 6,
    keep(location, value, channel) {
      const axes = [0, 2, 4].map((at) => value.readInt16BE(at) / 100)
      keepAttribute(location, `gyro${channel}`, axes.join(','))
    },
  },
  136: {
    size: 9,
    keep(location, value) {
      const [latitude, longitude] = [value.readIntBE(0, 3) / 1e4, value.readIntBE(3, 3) / 1e4]
      if (!isPosition(latitude, longitude)) return
      location.latitude = latitude
      location.longitude = longitude
      location.altitudeM = value.readIntBE(6, 3) / 100
      location.valid = true
    },
  },
}

/**
 * Undefined unless every byte belongs to a known field, and one of them is a location: other payloads of a few bytes
 * could be taken for a temperature.
 */
export function readCayenneLpp(bytes: Buffer): Location | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  let hasPlace = false
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at + 1]
    const field = type === undefined ? undefined : fields[type]
    if (!field || at + 2 + field.size > bytes.length) return undefined
    field.keep(location, bytes.subarray(at + 2, at + 2 + field.size), bytes[at]!)
    hasPlace ||= type === 136
    at += 2 + field.size
  }
  return hasPlace ? location : undefined
}
