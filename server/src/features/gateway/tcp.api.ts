// Trackers over TCP or TLS: one port for every protocol, or one for each. Bounded in connections, bytes and time.

import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Cut, SocketProtocol } from '@rastro/protocols'
import { FrameSplitter, openSession } from '@rastro/protocols'
import { TooManyError } from '../../platform/http/errors.ts'
import { isInNetworks, networkOf, toBlockList } from '../../platform/http/network.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { TrackerConnection } from '../commands/command.types.ts'
import type { CellForwarding, ForwardedTracker } from './cell-forwarding.ts'
import type { Outcome } from './frame-handler.ts'
import { handleFrame, noteUnreadable } from './frame-handler.ts'
import type { SocketGateway } from './gateway.types.ts'
import { createSourceLimit } from './source-limit.ts'
import type { TrackerCertificate } from './tracker-certificate.api.ts'

const checkSilentEveryMs = 1_000
/** Replies that the tracker has not read. Real trackers leave a few bytes unread. */
const maxUnreadBytes = 65_536
/** Between two useful frames. A client that sends more than this is not a tracker. */
const maxUselessBytes = 65_536
const maxConnectionsPerTracker = 10
const unknownProtocol = 'unknown'
const receivedBytes = metrics.receivedBytes('tcp')

export interface Listener {
  readonly port: number
  stop(): Promise<void>
}

export async function listenTcp(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  { host, port, certificate }: { host: string; port: number; certificate?: TrackerCertificate },
): Promise<Listener> {
  const { config, log } = gateway.ctx
  const limits = config.gateway
  const sharedNetworks = toBlockList(limits.sharedNetworks)
  /** Connections that no registered tracker uses. */
  const perAddress = createCounts()
  /** Of connections that no registered tracker uses: nothing else of them costs as much. */
  const uselessHandshakes = createSourceLimit('handshakes', limits.unknownPerMinute)
  const ofTracker = new Map<string, Set<Socket>>()
  /** When each connection last received something. One timer looks at all of them. */
  const sockets = new Map<Socket, Activity>()
  // In the order of connecting, so only the oldest must be checked, without a timer per connection.
  const silentSince = new Map<Socket, number>()

  const server: Server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (accepted) => {
      let counted = ''
      /** Also checked for the address of the tracker, once another cell turns out to forward it. */
      function exceedsLimit(address: string): boolean {
        stopCounting()
        if (isInNetworks(sharedNetworks, address)) return false
        if (certificate && uselessHandshakes.isExceeded(address)) return refuse('too_many_handshakes')
        const key = networkOf(address)
        if (perAddress.add(key) > limits.maxConnectionsPerAddress) {
          perAddress.remove(key)
          return refuse('too_many_of_address')
        }
        counted = key
        return false
      }
      function refuse(reason: string): true {
        metrics.refused.inc({ reason })
        accepted.destroy()
        return true
      }
      function stopCounting(): void {
        if (counted !== '') perAddress.remove(counted)
        counted = ''
      }
      const address = accepted.remoteAddress ?? ''
      if (exceedsLimit(address)) return
      const socket = certificate ? certificate.secure(accepted) : accepted
      if (!socket) {
        stopCounting()
        refuse('no_certificate')
        return
      }
      const activity: Activity = { atMs: performance.now() }
      sockets.set(socket, activity)
      silentSince.set(socket, activity.atMs)
      if (certificate) countFailedHandshake(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        // No registered tracker used it.
        if (silentSince.delete(socket) && certificate) uselessHandshakes.count(address)
        stopCounting()
      })
      const onIdentified = (identifier: string | undefined) => {
        silentSince.delete(socket)
        stopCounting()
        if (identifier !== undefined) closeOldest(ofTracker, identifier, socket)
      }
      const origin = { protocols, address, activity }
      if (!gateway.cellForwarding) return serveConnection(gateway, socket, origin, onIdentified)
      detectForwarding(gateway.cellForwarding, socket, (forwarded) => {
        if (!forwarded) return serveConnection(gateway, socket, origin, onIdentified)
        const { address, protocol } = forwarded
        if (exceedsLimit(address)) return
        const own = protocols.filter(({ name }) => name === protocol)
        const here = { ...gateway, admit: gateway.admitHere }
        serveConnection(here, socket, { protocols: own, address, activity }, onIdentified)
      })
    },
  )
  server.maxConnections = limits.maxConnections
  server.on('drop', () => metrics.refused.inc({ reason: 'too_many' }))

  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const [socket, since] of silentSince) {
      if (nowMs - since < limits.firstFrameSeconds * 1_000) break
      metrics.refused.inc({ reason: 'silent' })
      socket.destroy()
    }
    for (const [socket, { atMs }] of sockets) {
      if (nowMs - atMs >= limits.idleSeconds * 1_000) socket.destroy()
    }
  }, checkSilentEveryMs)
  timer.unref()

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1_024 }, resolve)
  })
  const bound = (server.address() as { port: number }).port
  const transport = certificate ? 'TLS' : 'TCP'
  log.info(
    { port: bound, protocols: protocols.map(({ name }) => name) },
    `listening for trackers over ${transport}`,
  )
  return {
    port: bound,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        server.close(() => resolve())
        for (const socket of sockets.keys()) socket.destroySoon()
      }),
  }
}

function countFailedHandshake(socket: Socket): void {
  const onClose = () => metrics.refused.inc({ reason: 'handshake' })
  socket.once('close', onClose)
  socket.once('secure', () => socket.off('close', onClose))
}

/** A tracker in bad coverage leaves half-open connections behind; the newest is the one it uses. */
function closeOldest(ofTracker: Map<string, Set<Socket>>, identifier: string, socket: Socket): void {
  const open = ofTracker.get(identifier) ?? new Set()
  if (open.has(socket)) return
  ofTracker.set(identifier, open.add(socket))
  socket.once('close', () => {
    open.delete(socket)
    if (open.size === 0) ofTracker.delete(identifier)
  })
  const [oldest] = open
  if (open.size <= maxConnectionsPerTracker) return
  metrics.refused.inc({ reason: 'too_many_of_tracker' })
  oldest?.destroy()
}

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

/** Reads the header of another cell, if any. The bytes after it are served as if the tracker had connected. */
function detectForwarding(
  cellForwarding: CellForwarding,
  socket: Socket,
  begin: (forwarded: ForwardedTracker | undefined) => void,
): void {
  let received: Buffer = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const header = cellForwarding.readHeader(received)
    if (header === 'wait') return
    socket.off('data', onData)
    if (header === 'forged') {
      metrics.refused.inc({ reason: 'forged' })
      socket.destroy()
      return
    }
    socket.pause()
    const rest = header === 'none' ? received : header.rest
    if (rest.length > 0) socket.unshift(rest)
    begin(header === 'none' ? undefined : header)
    socket.resume()
  }
  socket.on('data', onData)
}

interface Activity {
  atMs: number
}

interface Origin {
  protocols: readonly SocketProtocol[]
  address: string
  activity: Activity
}

function serveConnection(
  gateway: SocketGateway,
  socket: Socket,
  { protocols, address, activity }: Origin,
  onIdentified: (identifier: string | undefined) => void,
): void {
  const session = openSession('tcp')
  const splitter = new FrameSplitter(protocols, session)
  let uselessBytes = 0
  let connection: TrackerConnection | undefined
  /** Everything received before the tracker is identified: another cell may need it from the beginning. */
  let received: Buffer[] | undefined = gateway.cellForwarding && []
  let counted = ''
  countAs(unknownProtocol)
  socket.on('close', () => {
    metrics.connections.dec({ protocol: counted })
    if (connection) gateway.commands.closed(connection)
  })

  function countAs(protocol: string): void {
    if (counted !== '') metrics.connections.dec({ protocol: counted })
    counted = protocol
    metrics.connections.inc({ protocol })
  }

  /** Called once a frame identifies the tracker. */
  function registerConnection(): void {
    if (connection) gateway.commands.closed(connection)
    const { identifier } = session
    const { protocol } = splitter
    if (identifier === undefined || !protocol || socket.destroyed) return
    countAs(protocol.name)
    connection = { identifier, protocol, socket }
    onIdentified(identifier)
    gateway.commands.opened(connection)
  }

  let isHandling = false
  /** Received while frames are being processed: how it is split may depend on them. */
  let waiting: Buffer[] = []

  /**
   * Backpressure: what is received while frames are being processed waits, and nothing more is read. Most trackers wait
   * for the reply, and pausing for each of their frames costs two system calls.
   */
  const onData = (chunk: Buffer) => {
    activity.atMs = performance.now()
    receivedBytes.n += chunk.length
    received?.push(chunk)
    if (!isHandling) return handle(chunk)
    waiting.push(chunk)
    socket.pause()
  }
  socket.on('data', onData)

  function handle(chunk: Buffer): void {
    const cuts = splitter.push(chunk)
    if (cuts.length === 0) return
    isHandling = true
    handleCuts(cuts).then(
      (elsewhere) => {
        isHandling = false
        if (elsewhere) return forward(elsewhere)
        if (session.identifier !== undefined) received = undefined
        if (waiting.length > 0) handleWaiting()
      },
      (error) => {
        // Not stored, so not acknowledged: the tracker keeps its locations and reconnects.
        metrics.refused.inc({ reason: 'not_stored' })
        const level = error instanceof TooManyError ? 'debug' : 'warn'
        gateway.ctx.log[level]({ err: error, address }, 'tracker not served')
        socket.destroy()
      },
    )
  }

  function handleWaiting(): void {
    const [chunk, ...rest] = waiting
    waiting = []
    handle(rest.length === 0 ? chunk! : Buffer.concat([chunk!, ...rest]))
    socket.resume()
  }

  /** The limits of this gateway still apply; replies come from the home cell. */
  function forward(cell: Cell): void {
    socket.pause()
    activity.atMs = Number.POSITIVE_INFINITY
    socket.setTimeout(gateway.ctx.config.gateway.idleSeconds * 1_000, () => socket.destroy())
    const protocol = splitter.protocol?.name ?? unknownProtocol
    countAs(protocol)
    onIdentified(undefined)
    socket.off('data', onData)
    gateway.cellForwarding?.splice(socket, cell, { address, protocol }, Buffer.concat(received ?? []))
    received = undefined
  }

  /** Frames that are received together are stored together; their replies are sent in order. */
  async function handleCuts(cuts: readonly Cut[]): Promise<Cell | undefined> {
    const beganAt = performance.now()
    const pending: { bytes: number; outcome: Promise<Outcome> }[] = []
    for (const cut of cuts) {
      const bytes = cut.bytes.length
      if (cut.kind === 'noise') {
        uselessBytes += bytes
        continue
      }
      if (cut.kind === 'bad') {
        noteUnreadable(gateway, session, splitter.protocol?.name ?? unknownProtocol, cut)
        pending.push({ bytes, outcome: Promise.resolve({ close: true, why: cut.why }) })
        break
      }
      const before = session.identifier
      const outcome = handleFrame(gateway, cut.protocol, cut.bytes, session, address)
      outcome.catch(() => {})
      pending.push({ bytes, outcome })
      // Until the tracker is identified, each frame depends on the one before.
      const { elsewhere } = before === undefined ? await outcome : {}
      if (elsewhere) return elsewhere
    }
    for (const { bytes, outcome } of pending) {
      const { reply, close, why } = await outcome
      if (why) gateway.ctx.log.debug({ address, identifier: session.identifier, why }, 'frame ignored')
      uselessBytes = why || session.identifier === undefined ? uselessBytes + bytes : 0
      if (reply && !socket.destroyed) socket.write(reply)
      metrics.acknowledgement.observe((performance.now() - beganAt) / 1_000)
      if (close) {
        // A tracker that does not read its replies would keep the connection open.
        if (socket.writableLength > maxUnreadBytes) socket.destroy()
        else socket.destroySoon()
        return undefined
      }
    }
    if (connection?.identifier !== session.identifier) registerConnection()
    if (uselessBytes > maxUselessBytes || socket.writableLength > maxUnreadBytes) {
      metrics.refused.inc({ reason: 'no_tracker' })
      socket.destroy()
    }
    return undefined
  }
}
