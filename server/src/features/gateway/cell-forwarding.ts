// Forwards trackers that connect to the wrong cell to the gateway of their home cell, and its replies back. Forwarded
// bytes begin with a header that only cells can sign, and are never forwarded again.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { upTo } from '../../platform/lru.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import { readForwardingHeader, writeForwardingHeader } from '../cells/forwarding-header.api.ts'

/** No protocol starts with these bytes. */
const magic = Buffer.from('RASTRO-CELL ')
const replyMagic = Buffer.from('RASTRO-BACK ')
const maxHeaderBytes = 256
const headerEnd = 0x0a
const connectWithinMs = 5_000
/** Datagrams that may still get a reply. The oldest are evicted: trackers send again. */
const maxFlows = 20_000
const flowForMs = 10_000

/** A tracker that another cell forwarded, and its protocol. */
export interface ForwardedTracker {
  address: string
  protocol: string
}

export interface Sender {
  address: string
  port: number
}

/** `wait`: the bytes may be the start of one. `forged`: it has no valid signature. */
export type Header<T> = 'none' | 'wait' | 'forged' | (T & { rest: Buffer })

export interface CellForwarding {
  /** The header at the start of a connection. */
  readHeader(received: Buffer): Header<ForwardedTracker>
  /** Joins both connections; when one ends, so does the other. Nothing is acknowledged by this cell. */
  splice(socket: Socket, cell: Cell, from: ForwardedTracker, received: Buffer): void
  /** The datagram with the header for the other cell. */
  wrap(datagram: Buffer, cell: Cell, from: ForwardedTracker, sender: Sender): Buffer
  unwrap(datagram: Buffer): Header<ForwardedTracker & { flow: string }>
  /** The reply to a forwarded datagram, for the cell that forwarded it. */
  wrapReply(flow: string, reply: Buffer): Buffer
  /** The reply and the tracker it is for; never longer than the datagram of the tracker. */
  unwrapReply(datagram: Buffer): { reply: Buffer; sender: Sender } | 'none' | 'forged'
}

/** Undefined if this cell is the only one. */
export function createCellForwarding(
  ctx: Pick<Context, 'config' | 'cells' | 'now'>,
): CellForwarding | undefined {
  if (!ctx.cells) return undefined
  const { own } = ctx.cells
  const secrets = ctx.config.access
  const idleMs = ctx.config.gateway.idleSeconds * 1_000
  const flows = new LRUCache<string, Sender & { bytes: number }>({ ...upTo(maxFlows), ttl: flowForMs })
  const headerFor = (cell: Cell, address: string, what: string, body?: Buffer) => {
    const forwarding = { from: own, to: cell.number, atMs: ctx.now().getTime(), address, what }
    return Buffer.from(`${magic}${writeForwardingHeader(secrets, forwarding, body)}\n`)
  }
  const verify = (header: string, body?: Buffer) =>
    readForwardingHeader(secrets, header, { own, nowMs: ctx.now().getTime() }, body)

  return {
    readHeader(received) {
      const start = received.subarray(0, magic.length)
      if (!magic.subarray(0, start.length).equals(start)) return 'none'
      const end = received.indexOf(headerEnd)
      if (end < 0 || start.length < magic.length) return received.length > maxHeaderBytes ? 'forged' : 'wait'
      const forwarding = verify(received.toString('latin1', magic.length, end))
      if (!forwarding) return 'forged'
      return { address: forwarding.address, protocol: forwarding.what, rest: received.subarray(end + 1) }
    },
    splice(socket, cell, from, received) {
      metrics.forwarded.inc({ transport: 'tcp' })
      const peer = connect({ host: cell.gatewayHost, port: cell.gatewayPort, noDelay: true, keepAlive: true })
      peer.setTimeout(connectWithinMs, () => peer.destroy())
      peer.on('error', () => peer.destroy())
      // `destroySoon` still delivers the last bytes.
      peer.on('close', () => socket.destroySoon())
      socket.on('close', () => peer.destroySoon())
      peer.on('connect', () => {
        peer.setTimeout(idleMs)
        peer.write(Buffer.concat([headerFor(cell, from.address, from.protocol), received]))
        socket.pipe(peer)
        peer.pipe(socket)
      })
    },
    wrap(datagram, cell, { address, protocol }, sender) {
      metrics.forwarded.inc({ transport: 'udp' })
      const flow = randomBytes(16).toString('base64url')
      flows.set(flow, { ...sender, bytes: datagram.length })
      return Buffer.concat([headerFor(cell, address, `${protocol}/${flow}`, datagram), datagram])
    },
    unwrap(datagram) {
      if (!datagram.subarray(0, magic.length).equals(magic)) return 'none'
      const end = datagram.indexOf(headerEnd)
      const rest = datagram.subarray(end + 1)
      const forwarding = end < 0 ? undefined : verify(datagram.toString('latin1', magic.length, end), rest)
      const [protocol = '', flow] = forwarding?.what.split('/') ?? []
      return forwarding && flow ? { address: forwarding.address, protocol, flow, rest } : 'forged'
    },
    wrapReply: (flow, reply) => Buffer.concat([replyMagic, Buffer.from(`${flow}\n`), reply]),
    unwrapReply(datagram) {
      if (!datagram.subarray(0, replyMagic.length).equals(replyMagic)) return 'none'
      const end = datagram.indexOf(headerEnd)
      const flow = flows.get(datagram.toString('latin1', replyMagic.length, end))
      const reply = datagram.subarray(end + 1)
      // Flow ids cannot be guessed, and no tracker gets more bytes than it sent.
      if (!flow || reply.length > flow.bytes) return 'forged'
      return { reply, sender: flow }
    },
  }
}
