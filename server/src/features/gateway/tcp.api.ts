// Trackers over TCP: one port for every protocol, or one for each. Bounded in connections, bytes and time.

import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Cut, SocketProtocol } from '@rastro/protocols'
import { FrameSplitter, openSession } from '@rastro/protocols'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { TrackerLine } from '../commands/command.types.ts'
import type { Arrived, PassageLines } from './cell-forwarding.ts'
import type { Outcome } from './frame-handler.ts'
import { handleFrame, noteUnreadable } from './frame-handler.ts'
import type { SocketGateway } from './gateway.types.ts'

const lookForSilentEveryMs = 1_000
/** Of answers that the tracker does not read. Real ones have a few bytes under way. */
const maxUnreadBytes = 65_536
/** Between two frames of use. Who sends more than this without sense is no tracker. */
const maxSenselessBytes = 65_536
const unknownProtocol = 'unknown'
const received = metrics.receivedBytes('tcp')

export interface Listener {
  readonly port: number
  stop(): Promise<void>
}

export async function listenTcp(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const { config, log } = gateway.ctx
  const limits = config.gateway
  const perAddress = createCounts()
  const sockets = new Set<Socket>()
  // In the order of their arrival, so that only the oldest must be looked at: no timer per connection.
  const silentSince = new Map<Socket, number>()

  const server: Server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => {
      let address = socket.remoteAddress ?? ''
      /** Also once it is known that another cell handed it on, and for whom. */
      function isOneTooMany(): boolean {
        if (perAddress.add(address) <= limits.maxConnectionsPerAddress) return false
        metrics.refused.inc({ reason: 'too_many_of_address' })
        perAddress.remove(address)
        socket.destroy()
        return true
      }
      if (isOneTooMany()) return
      sockets.add(socket)
      silentSince.set(socket, performance.now())
      socket.setTimeout(limits.idleSeconds * 1_000, () => socket.destroy())
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        silentSince.delete(socket)
        if (address !== uncounted) perAddress.remove(address)
      })
      const spoke = () => silentSince.delete(socket)
      if (!gateway.lines) return serveConnection(gateway, socket, { protocols, address }, spoke)
      awaitOpening(gateway.lines, socket, (arrived) => {
        if (!arrived) return serveConnection(gateway, socket, { protocols, address }, spoke)
        perAddress.remove(address)
        address = arrived.address
        if (isOneTooMany()) {
          address = uncounted
          return
        }
        const own = protocols.filter(({ name }) => name === arrived.protocol)
        const here = { ...gateway, admit: gateway.admitHere }
        serveConnection(here, socket, { protocols: own, address }, spoke)
      })
    },
  )
  server.maxConnections = limits.maxConnections
  server.on('drop', () => metrics.refused.inc({ reason: 'too_many' }))

  const timer = setInterval(() => {
    const deadline = performance.now() - limits.firstFrameSeconds * 1_000
    for (const [socket, since] of silentSince) {
      if (since > deadline) break
      metrics.refused.inc({ reason: 'silent' })
      socket.destroy()
    }
  }, lookForSilentEveryMs)
  timer.unref()

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1_024 }, resolve)
  })
  const bound = (server.address() as { port: number }).port
  log.info({ port: bound, protocols: protocols.map(({ name }) => name) }, 'listening for trackers over TCP')
  return {
    port: bound,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        server.close(() => resolve())
        for (const socket of sockets) socket.destroySoon()
      }),
  }
}

/** Of a connection that is counted for nobody. */
const uncounted = '(nobody)'

function createCounts() {
  const counts = new Map<string, number>()
  return {
    add(key: string): number {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    remove(key: string): void {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}

/** Before anything is served: whether another cell hands somebody on. What comes behind its line is heard as if he had come. */
function awaitOpening(
  lines: PassageLines,
  socket: Socket,
  begin: (arrived: Arrived | undefined) => void,
): void {
  let heard: Buffer = Buffer.alloc(0)
  const hear = (chunk: Buffer) => {
    heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
    const opening = lines.open(heard)
    if (opening === 'wait') return
    socket.off('data', hear)
    if (opening === 'forged') {
      metrics.refused.inc({ reason: 'forged' })
      socket.destroy()
      return
    }
    socket.pause()
    const rest = opening === 'none' ? heard : opening.rest
    if (rest.length > 0) socket.unshift(rest)
    begin(opening === 'none' ? undefined : opening)
    socket.resume()
  }
  socket.on('data', hear)
}

interface Spoken {
  protocols: readonly SocketProtocol[]
  address: string
}

function serveConnection(
  gateway: SocketGateway,
  socket: Socket,
  { protocols, address }: Spoken,
  spoke: () => void,
): void {
  const session = openSession('tcp')
  const splitter = new FrameSplitter(protocols, session)
  let senselessBytes = 0
  let line: TrackerLine | undefined
  /** What was heard before it was known who speaks: another cell may have to hear it from the beginning. */
  let heard: Buffer[] | undefined = gateway.lines && []
  let counted = ''
  countAs(unknownProtocol)
  socket.on('close', () => {
    metrics.connections.dec({ protocol: counted })
    if (line) gateway.commands.closed(line)
  })

  function countAs(protocol: string): void {
    if (counted !== '') metrics.connections.dec({ protocol: counted })
    counted = protocol
    metrics.connections.inc({ protocol })
  }

  /** From the first frame on by which we know who it is. */
  function offerLine(): void {
    if (line) gateway.commands.closed(line)
    const { identifier } = session
    const { protocol } = splitter
    if (identifier === undefined || !protocol || socket.destroyed) return
    countAs(protocol.name)
    line = { identifier, protocol, socket }
    gateway.commands.opened(line)
  }

  /** While frames are worked on nothing more is read: a tracker that sends faster than we store is slowed down. */
  const hear = (chunk: Buffer) => {
    received.n += chunk.length
    heard?.push(chunk)
    const cuts = splitter.push(chunk)
    if (cuts.length === 0) return
    socket.pause()
    workOn(cuts).then(
      (elsewhere) => {
        if (elsewhere) return passOn(elsewhere)
        if (session.identifier !== undefined) heard = undefined
        socket.resume()
      },
      (error) => {
        // Not stored, so not acknowledged: the tracker keeps its locations and comes again.
        metrics.refused.inc({ reason: 'not_stored' })
        gateway.ctx.log.warn({ err: error, address }, 'a tracker could not be served')
        socket.destroy()
      },
    )
  }
  socket.on('data', hear)

  /** Its limits of time and number stay with us; what it is told comes from the cell it lives in. */
  function passOn(cell: Cell): void {
    const protocol = splitter.protocol?.name ?? unknownProtocol
    countAs(protocol)
    spoke()
    socket.off('data', hear)
    gateway.lines?.splice(socket, cell, { address, protocol }, Buffer.concat(heard ?? []))
    heard = undefined
  }

  /** Frames that came together are stored together; their replies leave in order. */
  async function workOn(cuts: readonly Cut[]): Promise<Cell | undefined> {
    const beganAt = performance.now()
    const works: { bytes: number; outcome: Promise<Outcome> }[] = []
    for (const cut of cuts) {
      const bytes = cut.bytes.length
      if (cut.kind === 'noise') {
        senselessBytes += bytes
        continue
      }
      if (cut.kind === 'bad') {
        noteUnreadable(gateway, session, splitter.protocol?.name ?? unknownProtocol, cut)
        works.push({ bytes, outcome: Promise.resolve({ close: true, why: cut.why }) })
        break
      }
      const before = session.identifier
      const outcome = handleFrame(gateway, cut.protocol, cut.bytes, session, address)
      outcome.catch(() => {})
      works.push({ bytes, outcome })
      // Until the tracker is known, what it says next depends on what it said before.
      const { elsewhere } = before === undefined ? await outcome : {}
      if (elsewhere) return elsewhere
    }
    for (const { bytes, outcome } of works) {
      const { reply, close, why } = await outcome
      if (why)
        gateway.ctx.log.debug({ address, identifier: session.identifier, why }, 'a frame was of no use')
      else spoke()
      senselessBytes = why || session.identifier === undefined ? senselessBytes + bytes : 0
      if (reply && !socket.destroyed) socket.write(reply)
      metrics.acknowledgement.observe((performance.now() - beganAt) / 1_000)
      if (close) {
        // Who does not read what he was told before would hold the connection.
        if (socket.writableLength > maxUnreadBytes) socket.destroy()
        else socket.destroySoon()
        return undefined
      }
    }
    if (line?.identifier !== session.identifier) offerLine()
    if (senselessBytes > maxSenselessBytes || socket.writableLength > maxUnreadBytes) {
      metrics.refused.inc({ reason: 'no_tracker' })
      socket.destroy()
    }
    return undefined
  }
}
