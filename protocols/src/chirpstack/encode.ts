// The requests of the HTTP integration, for simulated devices and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location, frameCount: number): HttpRequest {
  const event = {
    time: location.fixedAt?.toISOString(),
    deviceInfo: { devEui: identifier },
    fCnt: frameCount,
    fPort: 2,
    object: {
      latitude: location.latitude,
      longitude: location.longitude,
      altitude: location.altitudeM,
      battery: location.batteryPct,
      ...(location.alarms.includes('sos') && { sos: true }),
    },
  }
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams({ event: 'up' }),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(event)),
  }
}
