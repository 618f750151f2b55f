// The requests of the web hook, for simulated modems and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocation(identifier: string, location: Location, serial: number): HttpRequest {
  const form = new URLSearchParams({
    imei: identifier,
    momsn: String(serial),
    transmit_time: (location.fixedAt ?? new Date(0)).toISOString().slice(2, 19).replace('T', ' '),
    iridium_latitude: String(location.latitude ?? ''),
    iridium_longitude: String(location.longitude ?? ''),
    iridium_cep: String((location.accuracyM ?? 3_000) / 1000),
    data: Buffer.from(String(location.attributes.text ?? ''), 'latin1').toString('hex'),
  })
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(String(form)),
  }
}
