// The query of a phone, for simulated phones and tests.
import { knotsOfKmh } from '../measures.ts'
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location): HttpRequest {
  const query = new URLSearchParams({ id: identifier })
  const add = (key: string, value: number | boolean | undefined) => {
    if (value !== undefined) query.append(key, String(value))
  }
  add('timestamp', location.fixedAt && location.fixedAt.getTime() / 1000)
  add('lat', location.latitude)
  add('lon', location.longitude)
  if (!location.valid) add('valid', false)
  add('speed', location.speedKmh === undefined ? undefined : knotsOfKmh(location.speedKmh))
  add('bearing', location.courseDeg)
  add('altitude', location.altitudeM)
  add('accuracy', location.accuracyM)
  add('hdop', location.hdop)
  add('batt', location.batteryPct)
  add('ignition', location.ignition)
  add('rpm', location.rpm)
  if (location.alarms.length > 0) query.append('alarm', location.alarms.join(','))
  return { method: 'GET', path: '/', query, headers: {}, body: Buffer.alloc(0) }
}
