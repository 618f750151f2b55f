// The requests of the portal, for simulated devices and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

const DECLARED = 4
const CANCELLED = 7

export function encodeLocations(identifier: string, locations: readonly Location[]): HttpRequest {
  const body = { Version: '2.0', Events: locations.map((location) => encodeEvent(identifier, location)) }
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  }
}

function encodeEvent(imei: string, location: Location): object {
  return {
    imei,
    messageCode: codeOf(location),
    freeText: location.attributes.text ?? null,
    timeStamp: location.fixedAt?.getTime() ?? 0,
    addresses: [],
    point: {
      latitude: location.latitude ?? 0,
      longitude: location.longitude ?? 0,
      altitude: location.altitudeM ?? 0,
      gpsFix: location.valid ? 2 : 0,
      course: location.courseDeg ?? 0,
      speed: location.speedKmh ?? 0,
    },
    status: {
      autonomous: 0,
      lowBattery: Number(location.alarms.includes('lowBattery')),
      intervalChange: 0,
      resetDetected: 0,
    },
  }
}

function codeOf({ alarms, attributes }: Location): number {
  if (alarms.includes('sos')) return DECLARED
  if (alarms.includes('sosCancelled')) return CANCELLED
  return attributes.text === undefined ? 0 : 3
}
