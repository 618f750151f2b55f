// What a frame means to the gateway: rows for the log, and a reply that may leave only when the log holds them.

import type { Answer, Decoded, Location, Session, SocketProtocol } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'
import { traceFrame } from './frame-trace.ts'
import * as queries from './gateway.queries.ts'
import type { Gateway, SocketGateway } from './gateway.types.ts'

/** Settles when the reply may leave. */
export interface Outcome {
  reply?: Buffer | undefined
  close?: boolean
  /** Why the frame was of no use, for the log. */
  why?: string
  /** The cell where the tracker lives: it is to hear what was said, and to answer. */
  elsewhere?: Cell
}

export async function handleFrame(
  gateway: SocketGateway,
  protocol: SocketProtocol,
  bytes: Buffer,
  session: Session,
  address: string,
): Promise<Outcome> {
  metrics.frames(protocol.name).n += 1
  if (protocol.needsNetwork && !gateway.isOfNetwork(address)) {
    metrics.refused.inc({ reason: 'network' })
    return { close: true, why: 'not from a network that may speak this protocol' }
  }
  const receivedAt = gateway.ctx.now()
  const outcome = await understand(gateway, protocol, bytes, session, address, receivedAt)
  // Whoever lives in another cell is heard, and kept, there.
  if (!outcome.elsewhere) gateway.frames.keep(protocol.name, session, receivedAt, bytes)
  return outcome
}

/** What the locations of a frame are in the log. */
export function rowsOf(
  protocol: SocketProtocol,
  identifier: string,
  locations: Location[],
  receivedAt: Date,
): LocationRow[] {
  const heard = {
    who: identifier,
    protocol: protocol.name,
    receivedAt,
    datesRollOver: protocol.datesRollOver,
    trust: protocol.needsNetwork ? ('network' as const) : ('identifier' as const),
  }
  return locations.map((location) => toRow(location, heard))
}

async function understand(
  gateway: SocketGateway,
  protocol: SocketProtocol,
  bytes: Buffer,
  session: Session,
  address: string,
  receivedAt: Date,
): Promise<Outcome> {
  const beganMs = traceClock()
  const decoded = protocol.decode(bytes, session, receivedAt)
  const decodedMs = traceClock()
  const write = (identifier: string, locations: Location[]) => {
    const { transport } = session
    const frame = { protocol: protocol.name, transport, bytes: bytes.length, beganMs, decodedMs }
    const span = traceFrame(frame, locations)
    return through(span, gateway.writer.write(rowsOf(protocol, identifier, locations, receivedAt), span))
  }

  switch (decoded.kind) {
    case 'login': {
      const admission = await gateway.admit(decoded.identifier)
      if (typeof admission === 'object') return elsewhere(session, admission)
      if (admission === 'stranger') {
        gateway.noteStranger({ identifier: decoded.identifier, protocol: protocol.name, address })
        return { reply: decoded.refuse.reply, close: decoded.refuse.close, why: 'not a registered device' }
      }
      session.identifier = decoded.identifier
      if (admission === 'known') {
        gateway.noteActivity({ identifier: decoded.identifier, kind: 'connection', protocol: protocol.name })
      }
      if (decoded.locations?.length) await write(decoded.identifier, decoded.locations)
      return { reply: decoded.accept }
    }
    case 'locations': {
      const identifier = decoded.identifier ?? session.identifier
      if (!identifier) {
        metrics.refused.inc({ reason: 'before_login' })
        return { close: true, why: 'a report before the login' }
      }
      const admission = await isAdmitted(gateway, protocol, decoded, identifier, session, address)
      if (typeof admission === 'object') return elsewhere(session, admission)
      if (!admission) return { close: session.transport === 'tcp', why: 'not a registered device' }
      // Where there is no login, the first report says whose connection it is.
      session.identifier ??= identifier
      const model = protocol.needsNetwork ? await findModel(gateway, identifier) : undefined
      const known = model ? protocol.decode(bytes, openSession('tcp', { model }), receivedAt) : decoded
      await write(identifier, known.kind === 'locations' ? known.locations : decoded.locations)
      if (decoded.answer) hearAnswer(gateway, session, { kind: 'answer', identifier, ...decoded.answer })
      return { reply: decoded.reply }
    }
    case 'answer':
      hearAnswer(gateway, session, decoded)
      return session.transport === 'tcp' || session.identifier ? { reply: decoded.reply } : {}
    case 'heartbeat':
    case 'text':
    case 'ignored':
      if (session.transport === 'tcp' || session.identifier) return { reply: decoded.reply }
      // A datagram says by itself who sent it, and only who is known is answered.
      return answerDatagram(gateway, session, decoded)
    case 'command':
      return {}
    case 'bad':
      noteUnreadable(gateway, session, protocol.name, { why: decoded.why, bytes })
      return { close: decoded.close === true, why: decoded.why }
  }
}

async function answerDatagram(
  gateway: Gateway,
  session: Session,
  { identifier, reply }: { identifier?: string | undefined; reply?: Buffer | undefined },
): Promise<Outcome> {
  if (!identifier) return {}
  const admission = await gateway.admit(identifier)
  if (typeof admission === 'object') return elsewhere(session, admission)
  return admission === 'stranger' ? {} : { reply }
}

/** Over a connection on which a tracker of ours has spoken, none of another cell does: trackers that share one share a cell. */
function elsewhere({ identifier }: Session, cell: Cell): Outcome {
  if (identifier === undefined) return { elsewhere: cell }
  metrics.refused.inc({ reason: 'two_cells' })
  return { close: true, why: `a device of cell ${cell.number} over the connection of one of ours` }
}

/** Where nobody has said yet whose it is, it is nobody's to see. */
export function noteUnreadable(
  gateway: Pick<Gateway, 'noteActivity'>,
  { identifier }: Session,
  protocol: string,
  { why, bytes }: { why: string; bytes: Buffer },
): void {
  metrics.unreadable(protocol).n += 1
  if (identifier !== undefined)
    gateway.noteActivity({ identifier, kind: 'unreadable', protocol, reason: why, bytes })
}

/** Only over a connection of its own, where a tracker speaks for itself and no other: no command goes out by UDP. */
function hearAnswer({ commands }: SocketGateway, session: Session, answer: Answer): void {
  const { identifier, transport } = session
  if (identifier === undefined || transport === 'udp') return
  if ((answer.identifier ?? identifier) === identifier) commands.answered(identifier, answer)
}

/**
 * After a login nobody asks again, but where there are several cells: an account that moved is let go. A report that
 * names another device is asked about, from memory.
 */
async function isAdmitted(
  gateway: Gateway,
  protocol: SocketProtocol,
  decoded: Decoded & { kind: 'locations' },
  identifier: string,
  session: Session,
  address: string,
): Promise<boolean | Cell> {
  if (decoded.identifier === undefined || decoded.identifier === session.identifier) {
    if (!gateway.ctx.cells || gateway.memory.isKnown(identifier)) return true
    const where = await gateway.admit(identifier)
    return typeof where === 'object' ? where : true
  }
  const admission = await gateway.admit(identifier)
  if (typeof admission === 'object') return admission
  if (admission !== 'stranger') return true
  gateway.noteStranger({ identifier, protocol: protocol.name, address })
  return false
}

/** What a satellite modem carries depends on its maker. While the database is away it is stored as it came. */
export async function findModel(
  { ctx, memory }: { ctx: Pick<Context, 'db'>; memory: DeviceMemory },
  identifier: string,
): Promise<string | undefined> {
  try {
    const device = (await memory.resolve([identifier])).get(identifier)
    if (!device) return undefined
    const [owned] = await queries.listOwned(ctx.db.forAccount(device.accountId), [identifier])
    return owned?.model ?? undefined
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}
