// The requests of the push, for simulated devices and tests.
import type { HttpRequest, Location } from '../protocol.types.ts'
import { escapeXml } from '../xml.ts'

export function encodeLocations(identifier: string, locations: readonly Location[]): HttpRequest {
  const messages = locations.map((location, index) => encodeMessage(identifier, location, index + 1)).join('')
  const header = `<header><totalCount>${locations.length}</totalCount><mode>LIVE</mode></header>`
  const list = `<messageList xmlns="http://v2.shared.globalstar.com">${header}${messages}</messageList>`
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${list}`),
  }
}

function encodeMessage(identifier: string, location: Location, id: number): string {
  const fixedAt = location.fixedAt ?? new Date(0)
  const fields = {
    id,
    esn: identifier,
    messageType: location.alarms.includes('sos') ? 'HELP' : 'UNLIMITED-TRACK',
    timestamp: fixedAt.toISOString(),
    timeInGMTSecond: Math.floor(fixedAt.getTime() / 1000),
    latitude: location.latitude ?? -99_999,
    longitude: location.longitude ?? -99_999,
    batteryState: location.alarms.includes('lowBattery') ? 'LOW' : 'GOOD',
  }
  const elements = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  )
  return `<message>${elements.join('')}</message>`
}
