// The requests of a webhook, for simulated devices and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location, frameCount: number): HttpRequest {
  const receivedAt = location.fixedAt?.toISOString()
  const message = {
    end_device_ids: {
      device_id: 'simulated',
      application_ids: { application_id: 'trackers' },
      dev_eui: identifier,
    },
    received_at: receivedAt,
    uplink_message: {
      f_port: 2,
      f_cnt: frameCount,
      received_at: receivedAt,
      decoded_payload: {
        latitude: location.latitude,
        longitude: location.longitude,
        altitude: location.altitudeM,
        battery: location.batteryPct,
        ...(location.alarms.includes('sos') && { sos: true }),
      },
    },
  }
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(message)),
  }
}
