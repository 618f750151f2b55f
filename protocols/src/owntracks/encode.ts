// The requests of a phone, for simulated phones and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location): HttpRequest {
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ ...messageOf(location), topic: identifier })),
  }
}

/** A phone omits unknown values. */
export function messageOf(location: Location): object {
  return {
    _type: 'location',
    tst: location.fixedAt && Math.floor(location.fixedAt.getTime() / 1000),
    lat: location.latitude,
    lon: location.longitude,
    acc: location.accuracyM,
    alt: location.altitudeM,
    vel: location.speedKmh,
    cog: location.courseDeg,
    batt: location.batteryPct,
  }
}
