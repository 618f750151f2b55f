// Trackers and satellite operators over HTTP: a request is answered only after the log holds what it said.

import type { HttpAnswer, HttpProtocol, HttpRequest, Location } from '@rastro/protocols'
import { toRow } from '../locations/location-row.service.ts'
import type { Gateway } from './gateway.types.ts'

export async function handleRequest(
  gateway: Gateway,
  protocol: HttpProtocol,
  request: HttpRequest,
  address: string,
): Promise<HttpAnswer> {
  const receivedAt = gateway.ctx.now()
  const { decoded, accept, refuse } = protocol.decodeRequest(request, receivedAt)
  for (const one of decoded) {
    if (!('identifier' in one) || !one.identifier) continue
    const { identifier } = one
    if ((await gateway.admit(identifier)) === 'stranger') {
      gateway.noteStranger({ identifier, protocol: protocol.name, address })
      return refuse
    }
    const heard = {
      who: identifier,
      protocol: protocol.name,
      receivedAt,
      datesRollOver: protocol.datesRollOver,
    }
    await gateway.writer.write(locationsOf(one).map((location) => toRow(location, heard)))
  }
  return accept
}

function locationsOf(decoded: { kind: string; locations?: Location[] }): Location[] {
  return decoded.kind === 'locations' ? (decoded.locations ?? []) : []
}
