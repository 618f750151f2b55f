// Trackers over TCP: one port for every protocol, or one for each. Bounded in connections, bytes and time.

import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Cut, SocketProtocol } from '@rastro/protocols'
import { FrameSplitter, openSession } from '@rastro/protocols'
import { metrics } from '../../platform/metrics.ts'
import type { TrackerLine } from '../commands/command.types.ts'
import type { Outcome } from './frames.service.ts'
import { handleFrame, noteUnreadable } from './frames.service.ts'
import type { SocketGateway } from './gateway.types.ts'

const lookForSilentEveryMs = 1_000
/** Of answers that the tracker does not read. Real ones have a few bytes under way. */
const mostUnreadBytes = 65_536
/** Between two frames of use. Who sends more than this without sense is no tracker. */
const mostSenselessBytes = 65_536
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
  const perAddress = new Map<string, number>()
  const sockets = new Set<Socket>()
  // In the order of their arrival, so that only the oldest must be looked at: no timer per connection.
  const silentSince = new Map<Socket, number>()

  const server: Server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => {
      const address = socket.remoteAddress ?? ''
      const count = (perAddress.get(address) ?? 0) + 1
      if (count > limits.maxConnectionsPerAddress) {
        metrics.refused.inc({ reason: 'too_many_of_address' })
        socket.destroy()
        return
      }
      perAddress.set(address, count)
      sockets.add(socket)
      silentSince.set(socket, performance.now())
      socket.setTimeout(limits.idleSeconds * 1_000, () => socket.destroy())
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        silentSince.delete(socket)
        const left = (perAddress.get(address) ?? 1) - 1
        if (left > 0) perAddress.set(address, left)
        else perAddress.delete(address)
      })
      serveConnection(gateway, socket, protocols, address, () => silentSince.delete(socket))
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

function serveConnection(
  gateway: SocketGateway,
  socket: Socket,
  protocols: readonly SocketProtocol[],
  address: string,
  spoke: () => void,
): void {
  const session = openSession('tcp')
  const splitter = new FrameSplitter(protocols, session)
  let senselessBytes = 0
  let line: TrackerLine | undefined
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
  socket.on('data', (chunk: Buffer) => {
    received.n += chunk.length
    const cuts = splitter.push(chunk)
    if (cuts.length === 0) return
    socket.pause()
    workOn(cuts).then(
      () => socket.resume(),
      (error) => {
        // Not stored, so not acknowledged: the tracker keeps its locations and comes again.
        metrics.refused.inc({ reason: 'not_stored' })
        gateway.ctx.log.warn({ err: error, address }, 'a tracker could not be served')
        socket.destroy()
      },
    )
  })

  /** Frames that came together are stored together; their replies leave in order. */
  async function workOn(cuts: readonly Cut[]): Promise<void> {
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
      if (before === undefined) await outcome
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
        if (socket.writableLength > mostUnreadBytes) socket.destroy()
        else socket.destroySoon()
        return
      }
    }
    if (line?.identifier !== session.identifier) offerLine()
    if (senselessBytes > mostSenselessBytes || socket.writableLength > mostUnreadBytes) {
      metrics.refused.inc({ reason: 'no_tracker' })
      socket.destroy()
    }
  }
}
