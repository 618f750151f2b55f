// What a frame means to the gateway: rows for the log, and a reply that may leave only when the log holds them.

import type { Decoded, Location, Session, SocketProtocol } from '@rastro/protocols'
import { toRow } from '../locations/location-row.service.ts'
import type { Gateway } from './gateway.types.ts'

/** Settles when the reply may leave. */
export interface Outcome {
  reply?: Buffer | undefined
  close?: boolean
  /** Why the frame was of no use, for the log. */
  why?: string
}

export async function handleFrame(
  gateway: Gateway,
  protocol: SocketProtocol,
  bytes: Buffer,
  session: Session,
  address: string,
): Promise<Outcome> {
  const receivedAt = gateway.ctx.now()
  const decoded = protocol.decode(bytes, session, receivedAt)
  const write = (identifier: string, locations: Location[]) =>
    gateway.writer.write(
      locations.map((location) =>
        toRow(location, {
          who: identifier,
          protocol: protocol.name,
          receivedAt,
          datesRollOver: protocol.datesRollOver,
        }),
      ),
    )

  switch (decoded.kind) {
    case 'login': {
      const admission = await gateway.admit(decoded.identifier)
      if (admission === 'stranger') {
        gateway.noteStranger({ identifier: decoded.identifier, protocol: protocol.name, address })
        return { reply: decoded.refuse.reply, close: decoded.refuse.close, why: 'not a registered device' }
      }
      session.identifier = decoded.identifier
      if (decoded.locations?.length) await write(decoded.identifier, decoded.locations)
      return { reply: decoded.accept }
    }
    case 'locations': {
      const identifier = decoded.identifier ?? session.identifier
      if (!identifier) return { close: true, why: 'a report before the login' }
      if (!(await isAdmitted(gateway, protocol, decoded, identifier, session, address))) {
        return { close: session.transport === 'tcp', why: 'not a registered device' }
      }
      // Where every report names its device, the first one is the login.
      session.identifier ??= identifier
      await write(identifier, decoded.locations)
      return { reply: decoded.reply }
    }
    case 'heartbeat':
    case 'answer':
    case 'text':
    case 'ignored':
      if (session.transport === 'tcp' || session.identifier) return { reply: decoded.reply }
      // A datagram says by itself who sent it, and only who is known is answered.
      if (!decoded.identifier || (await gateway.admit(decoded.identifier)) === 'stranger') return {}
      return { reply: decoded.reply }
    case 'command':
      return {}
    case 'bad':
      return { close: decoded.close === true, why: decoded.why }
  }
}

/** After a login nobody asks again. A report that names another device is asked about, from memory. */
async function isAdmitted(
  gateway: Gateway,
  protocol: SocketProtocol,
  decoded: Decoded & { kind: 'locations' },
  identifier: string,
  session: Session,
  address: string,
): Promise<boolean> {
  if (decoded.identifier === undefined || decoded.identifier === session.identifier) return true
  if ((await gateway.admit(identifier)) !== 'stranger') return true
  gateway.noteStranger({ identifier, protocol: protocol.name, address })
  return false
}
