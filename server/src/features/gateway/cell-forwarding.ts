// Trackers that come to the wrong cell: their bytes go on to the gateway of the right one, and its answers come back. What
// is handed on begins with a line that only cells can write, and is never handed on again.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import { readPassage, writePassage } from '../cells/forwarding-header.api.ts'

/** No protocol begins like this. */
const mark = Buffer.from('RASTRO-CELL ')
const backMark = Buffer.from('RASTRO-BACK ')
const longestLine = 256
const lineEnd = 0x0a
const connectWithinMs = 5_000
/** Datagrams whose answer may still come. The oldest make room: trackers send again. */
const maxFlows = 20_000
const flowForMs = 10_000

/** Who was handed on to us, and by which protocol he speaks. */
export interface Arrived {
  address: string
  protocol: string
}

export interface Peer {
  address: string
  port: number
}

/** `wait`: these bytes may become one. `forged`: no cell wrote it. */
export type Opening<T> = 'none' | 'wait' | 'forged' | (T & { rest: Buffer })

export interface PassageLines {
  /** What a connection begins with. */
  open(heard: Buffer): Opening<Arrived>
  /** From here on both ends are one line; either's end ends the other. Nothing is acknowledged here. */
  splice(socket: Socket, cell: Cell, from: Arrived, heard: Buffer): void
  /** The datagram as the other cell takes it. */
  wrap(datagram: Buffer, cell: Cell, from: Arrived, sender: Peer): Buffer
  unwrap(datagram: Buffer): Opening<Arrived & { flow: string }>
  /** The answer to a datagram that was handed on to us, for the cell that did. */
  wrapAnswer(flow: string, answer: Buffer): Buffer
  /** Whose answer this is; never longer than what he sent. */
  unwrapAnswer(datagram: Buffer): { answer: Buffer; sender: Peer } | 'none' | 'forged'
}

/** Undefined where this cell is the only one. */
export function createPassageLines(ctx: Pick<Context, 'config' | 'cells' | 'now'>): PassageLines | undefined {
  if (!ctx.cells) return undefined
  const { own } = ctx.cells
  const secrets = ctx.config.access
  const idleMs = ctx.config.gateway.idleSeconds * 1_000
  const flows = new LRUCache<string, Peer & { bytes: number }>({ max: maxFlows, ttl: flowForMs })
  const lineFor = (cell: Cell, address: string, what: string, along?: Buffer) => {
    const passage = { from: own, to: cell.number, atMs: ctx.now().getTime(), address, what }
    return Buffer.from(`${mark}${writePassage(secrets, passage, along)}\n`)
  }
  const read = (line: string, along?: Buffer) =>
    readPassage(secrets, line, { own, nowMs: ctx.now().getTime() }, along)

  return {
    open(heard) {
      const begins = heard.subarray(0, mark.length)
      if (!mark.subarray(0, begins.length).equals(begins)) return 'none'
      const end = heard.indexOf(lineEnd)
      if (end < 0 || begins.length < mark.length) return heard.length > longestLine ? 'forged' : 'wait'
      const passage = read(heard.toString('latin1', mark.length, end))
      if (!passage) return 'forged'
      return { address: passage.address, protocol: passage.what, rest: heard.subarray(end + 1) }
    },
    splice(socket, cell, from, heard) {
      metrics.forwarded.inc({ transport: 'tcp' })
      const peer = connect({ host: cell.gatewayHost, port: cell.gatewayPort, noDelay: true, keepAlive: true })
      peer.setTimeout(connectWithinMs, () => peer.destroy())
      peer.on('error', () => peer.destroy())
      // What one said last still reaches the other.
      peer.on('close', () => socket.destroySoon())
      socket.on('close', () => peer.destroySoon())
      peer.on('connect', () => {
        peer.setTimeout(idleMs)
        peer.write(Buffer.concat([lineFor(cell, from.address, from.protocol), heard]))
        socket.pipe(peer)
        peer.pipe(socket)
      })
    },
    wrap(datagram, cell, { address, protocol }, sender) {
      metrics.forwarded.inc({ transport: 'udp' })
      const flow = randomBytes(16).toString('base64url')
      flows.set(flow, { ...sender, bytes: datagram.length })
      return Buffer.concat([lineFor(cell, address, `${protocol}/${flow}`, datagram), datagram])
    },
    unwrap(datagram) {
      if (!datagram.subarray(0, mark.length).equals(mark)) return 'none'
      const end = datagram.indexOf(lineEnd)
      const rest = datagram.subarray(end + 1)
      const passage = end < 0 ? undefined : read(datagram.toString('latin1', mark.length, end), rest)
      const [protocol = '', flow] = passage?.what.split('/') ?? []
      return passage && flow ? { address: passage.address, protocol, flow, rest } : 'forged'
    },
    wrapAnswer: (flow, answer) => Buffer.concat([backMark, Buffer.from(`${flow}\n`), answer]),
    unwrapAnswer(datagram) {
      if (!datagram.subarray(0, backMark.length).equals(backMark)) return 'none'
      const end = datagram.indexOf(lineEnd)
      const flow = flows.get(datagram.toString('latin1', backMark.length, end))
      const answer = datagram.subarray(end + 1)
      // Nobody guesses the name of a flow; and no tracker is ever sent more than it sent.
      if (!flow || answer.length > flow.bytes) return 'forged'
      return { answer, sender: flow }
    },
  }
}
