// A page of the feed, for tests.
import type { HttpRequest, Location } from '../protocol.types.ts'

export function encodeLocations(identifier: string, locations: readonly Location[]): HttpRequest {
  const message = locations.map((location, index) => ({
    id: index + 1,
    messengerId: identifier,
    unixTime: Math.floor((location.fixedAt?.getTime() ?? 0) / 1000),
    messageType: location.alarms.includes('sos') ? 'HELP' : 'UNLIMITED-TRACK',
    latitude: location.latitude ?? -99_999,
    longitude: location.longitude ?? -99_999,
    altitude: location.altitudeM ?? 0,
    batteryState: location.alarms.includes('lowBattery') ? 'LOW' : 'GOOD',
  }))
  const page = { response: { feedMessageResponse: { count: message.length, messages: { message } } } }
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(page)),
  }
}
