// Turns a frame into rows for the log and a reply, which is sent only after the log holds the rows.

import type { Answer, Location, Session, SocketProtocol } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import type { Reception } from '../recorder/location-row.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'
import { traceFrame } from './frame-trace.ts'
import * as queries from './gateway.queries.ts'
import type { Gateway, SocketGateway } from './gateway.types.ts'
import { writeStatus } from './write-status.ts'

const notRegistered = 'not a registered device'

interface Report {
  identifier: string
  locations: Location[]
}

/** Resolves once the reply may be sent. */
export interface Outcome {
  reply?: Buffer | undefined
  close?: boolean
  /** Why the frame was ignored, for the log. */
  why?: string
  /** The home cell of the tracker, which must receive the frame and reply to it. */
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
  if (protocol.needsNetwork && !gateway.isAllowedNetwork(address)) {
    metrics.refused.inc({ reason: 'network' })
    return { close: true, why: 'network not allowed for this protocol' }
  }
  const receivedAt = gateway.ctx.now()
  const outcome = await processFrame(gateway, protocol, bytes, session, address, receivedAt)
  // The home cell archives the frames of its trackers.
  if (!outcome.elsewhere) gateway.frames.keep(protocol.name, session, receivedAt, bytes)
  return outcome
}

/** The locations of a frame as rows of the log. */
export function rowsOf(
  protocol: SocketProtocol,
  identifier: string,
  locations: Location[],
  receivedAt: Date,
): LocationRow[] {
  const reception = receptionOf(protocol, identifier, receivedAt)
  return locations.map((location) => toRow(location, reception))
}

function receptionOf(protocol: SocketProtocol, identifier: string, receivedAt: Date): Reception {
  const { name, datesRollOver, needsNetwork } = protocol
  const trust = needsNetwork ? 'network' : 'identifier'
  return { deviceRef: identifier, protocol: name, receivedAt, datesRollOver, trust }
}

async function processFrame(
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
  const { transport } = session
  const frame = { protocol: protocol.name, transport, bytes: bytes.length, beganMs, decodedMs }
  const write = (identifier: string, locations: Location[]) => {
    const span = traceFrame(frame, locations)
    return through(span, gateway.writer.write(rowsOf(protocol, identifier, locations, receivedAt), span))
  }

  switch (decoded.kind) {
    case 'login': {
      const admission = await gateway.admit(decoded.identifier, address)
      if (typeof admission === 'object') return elsewhere(session, admission)
      if (admission === 'unknown') {
        gateway.noteUnknownTracker({ identifier: decoded.identifier, protocol: protocol.name, address })
        return { reply: decoded.refuse.reply, close: decoded.refuse.close, why: notRegistered }
      }
      session.identifier = decoded.identifier
      if (admission === 'known') {
        gateway.noteActivity({ identifier: decoded.identifier, type: 'connection', protocol: protocol.name })
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
      const admitted: Report[] = []
      for (const report of [{ identifier, locations: decoded.locations }, ...(decoded.others ?? [])]) {
        const admission =
          isKnownOf(gateway, session, report.identifier) ||
          (await isAdmitted(gateway, protocol, report.identifier, session, address))
        if (typeof admission === 'object') return elsewhere(session, admission)
        if (!admission && !protocol.carriesMany)
          return { close: session.transport === 'tcp', why: notRegistered }
        if (!admission) continue
        admitted.push(report)
        // In protocols without a login, the first report identifies the tracker of the connection.
        session.identifier ??= report.identifier
      }
      // Without a reply a server would send them again, and never those of the other devices.
      if (admitted.length === 0) return { reply: decoded.reply, why: notRegistered }
      const model =
        protocol.needsNetwork && !protocol.carriesMany ? await findModel(gateway, identifier) : undefined
      const known = model ? protocol.decode(bytes, openSession('tcp', { model }), receivedAt) : decoded
      if (known.kind === 'locations' && admitted[0]!.identifier === identifier)
        admitted[0]!.locations = known.locations
      if (admitted.length === 1) await write(admitted[0]!.identifier, admitted[0]!.locations)
      else await Promise.all(admitted.map((report) => write(report.identifier, report.locations)))
      if (decoded.answer) acceptReply(gateway, session, { kind: 'answer', identifier, ...decoded.answer })
      return { reply: decoded.reply }
    }
    case 'answer':
      acceptReply(gateway, session, decoded)
      return session.transport === 'tcp' || session.identifier ? { reply: decoded.reply } : {}
    case 'heartbeat': {
      const identifier = decoded.identifier ?? session.identifier
      if (!identifier || !decoded.status) return answerUnwritten(gateway, session, decoded, address)
      const admission = await isAdmitted(gateway, protocol, identifier, session, address)
      if (typeof admission === 'object') return elsewhere(session, admission)
      if (!admission)
        return { close: session.transport === 'tcp' && !protocol.carriesMany, why: notRegistered }
      session.identifier ??= identifier
      await writeStatus(gateway, frame, decoded.status, receptionOf(protocol, identifier, receivedAt))
      return { reply: decoded.reply }
    }
    case 'text':
    case 'ignored':
      return answerUnwritten(gateway, session, decoded, address)
    case 'command':
      return {}
    case 'bad':
      noteUnreadable(gateway, session, protocol.name, { why: decoded.why, bytes })
      return {
        reply: session.transport === 'tcp' ? decoded.reply : undefined,
        close: decoded.close === true,
        why: decoded.why,
      }
  }
}

/** A frame of which nothing is stored. */
async function answerUnwritten(
  gateway: Gateway,
  session: Session,
  { identifier, reply }: { identifier?: string | undefined; reply?: Buffer | undefined },
  address: string,
): Promise<Outcome> {
  if (session.transport === 'tcp' || session.identifier) return { reply }
  // A datagram names its sender, and only known ones get a reply.
  if (!identifier) return {}
  const admission = await gateway.admit(identifier, address)
  if (typeof admission === 'object') return elsewhere(session, admission)
  return admission === 'unknown' ? {} : { reply }
}

/** A connection used by a tracker of this cell cannot be forwarded: trackers that share one must share a cell. */
function elsewhere({ identifier }: Session, cell: Cell): Outcome {
  if (identifier === undefined) return { elsewhere: cell }
  metrics.refused.inc({ reason: 'two_cells' })
  return { close: true, why: `a device of cell ${cell.number} over a connection of this cell's device` }
}

/** Recorded as activity only once the tracker is identified. */
export function noteUnreadable(
  gateway: Pick<Gateway, 'noteActivity'>,
  { identifier }: Session,
  protocol: string,
  { why, bytes }: { why: string; bytes: Buffer },
): void {
  metrics.unreadable(protocol).n += 1
  if (identifier !== undefined)
    gateway.noteActivity({ identifier, type: 'unreadable', protocol, reason: why, bytes })
}

/** Only from the tracker of the connection itself. Commands are never sent over UDP. */
function acceptReply({ commands }: SocketGateway, session: Session, answer: Answer): void {
  const { identifier, transport } = session
  if (identifier === undefined || transport === 'udp') return
  if ((answer.identifier ?? identifier) === identifier) commands.answered(identifier, answer)
}

/** After the login the tracker is not checked again, except with several cells: its account may have been moved. */
function isKnownOf({ ctx, deviceCache }: Gateway, session: Session, identifier: string): boolean {
  return identifier === session.identifier && (!ctx.cells || deviceCache.isKnown(identifier))
}

/** A report that names another device is checked, usually against the cache. */
async function isAdmitted(
  gateway: Gateway,
  protocol: SocketProtocol,
  identifier: string,
  session: Session,
  address: string,
): Promise<boolean | Cell> {
  if (isKnownOf(gateway, session, identifier)) return true
  if (identifier === session.identifier) {
    const where = await gateway.admit(identifier, address)
    return typeof where === 'object' ? where : true
  }
  const admission = await gateway.admit(identifier, address)
  if (typeof admission === 'object') return admission
  if (admission !== 'unknown') return true
  gateway.noteUnknownTracker({ identifier, protocol: protocol.name, address })
  return false
}

/** The payload of a satellite modem depends on its model. Stored undecoded while the database is unavailable. */
export async function findModel(
  { ctx, deviceCache }: { ctx: Pick<Context, 'db'>; deviceCache: DeviceCache },
  identifier: string,
): Promise<string | undefined> {
  try {
    const device = (await deviceCache.resolve([identifier])).get(identifier)
    if (!device) return undefined
    const [owned] = await queries.listOwned(ctx.db.forAccount(device.accountId), [identifier])
    return owned?.model ?? undefined
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}
