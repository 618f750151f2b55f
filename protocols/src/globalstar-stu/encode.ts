// The requests of the back office, for simulated units and tests.
import { ByteWriter } from '../byte-writer.ts'
import type { HttpRequest, Location } from '../protocol.types.ts'
import { escapeXml } from '../xml.ts'

const MESSAGE_ID = '0123456789abcdef0123456789abcdef'

export function encodeLocations(identifier: string, locations: readonly Location[]): HttpRequest {
  const messages = locations.map((location) => encodeMessage(identifier, location)).join('')
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><stuMessages messageID="${MESSAGE_ID}">${messages}</stuMessages>`,
    ),
  }
}

function encodeMessage(identifier: string, location: Location): string {
  const payload = new ByteWriter()
    .uint8((location.valid ? 0 : 0x08) | (location.alarms.includes('lowBattery') ? 0x04 : 0))
    .bytes(fraction24((location.latitude ?? 0) / 90))
    .bytes(fraction24((location.longitude ?? 0) / 180))
    .uint8(0x0a | (location.alarms.includes('movement') ? 0x20 : 0))
    .uint8(location.moving ? 0x40 : 0)
    .toBuffer()
  const seconds = Math.floor((location.fixedAt?.getTime() ?? 0) / 1000)
  const hex = `0x${payload.toString('hex').toUpperCase()}`
  return `<stuMessage><esn>${escapeXml(identifier)}</esn><unixTime>${seconds}</unixTime><gps>N</gps><payload length="9" source="pc" encoding="hex">${hex}</payload></stuMessage>`
}

function fraction24(fraction: number): Buffer {
  const steps = Math.min(0x7f_ffff, Math.max(-0x80_0000, Math.round(fraction * 0x80_0000)))
  return Buffer.from([steps >> 16, steps >> 8, steps].map((byte) => byte & 0xff))
}
