// The requests of the forwarding, for simulated devices and tests.
import { knotsOfKmh } from '../measures.ts'
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location): HttpRequest {
  const time = location.fixedAt?.toISOString()
  const message = {
    position: {
      fixTime: time,
      deviceTime: time,
      outdated: false,
      valid: location.valid,
      latitude: location.latitude ?? 0,
      longitude: location.longitude ?? 0,
      altitude: location.altitudeM,
      speed: location.speedKmh === undefined ? 0 : knotsOfKmh(location.speedKmh),
      course: location.courseDeg ?? 0,
      accuracy: location.accuracyM ?? 0,
      attributes: {
        sat: location.satellites,
        ignition: location.ignition,
        batteryLevel: location.batteryPct,
        alarm: location.alarms.join(',') || undefined,
      },
    },
    device: { uniqueId: identifier },
  }
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(message)),
  }
}
