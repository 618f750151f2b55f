// Trackers over UDP. Only known devices get a reply: one packet, never longer than their datagram.

import { createSocket } from 'node:dgram'
import type { SocketProtocol } from '@rastro/protocols'
import { cutDatagram, openSession } from '@rastro/protocols'
import { isUnavailable, TooManyError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { ForwardedTracker } from './cell-forwarding.ts'
import { handleFrame } from './frame-handler.ts'
import type { SocketGateway } from './gateway.types.ts'
import type { Listener } from './tcp.api.ts'

/** Further datagrams are dropped: the tracker sends them again. */
const maxInFlight = 20_000
const receivedBytes = metrics.receivedBytes('udp')

export async function listenUdp(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 ** 2 })
  let inFlight = 0

  socket.on('message', (datagram, from) => {
    receivedBytes.n += datagram.length
    if (inFlight >= maxInFlight) {
      metrics.refused.inc({ reason: 'too_many_datagrams' })
      return
    }
    const back = gateway.cellForwarding?.unwrapReply(datagram) ?? 'none'
    if (typeof back === 'object') return socket.send(back.reply, back.sender.port, back.sender.address)
    const forwarded = gateway.cellForwarding?.unwrap(datagram) ?? 'none'
    if (back === 'forged' || forwarded === 'forged') {
      metrics.refused.inc({ reason: 'forged' })
      return
    }
    inFlight += 1
    const serving =
      typeof forwarded === 'object'
        ? serveForwarded(gateway, protocols, forwarded)
        : serveDatagram(gateway, protocols, datagram, from.address)
    serving
      .then(({ reply, elsewhere, protocol }) => {
        if (elsewhere && gateway.cellForwarding) {
          const wrapped = gateway.cellForwarding.wrap(
            datagram,
            elsewhere,
            { address: from.address, protocol },
            from,
          )
          return socket.send(wrapped, elsewhere.gatewayPort, elsewhere.gatewayHost)
        }
        if (reply && reply.length <= datagram.length) socket.send(reply, from.port, from.address)
      })
      .catch((error) => {
        metrics.refused.inc({ reason: 'not_stored' })
        // A flood of datagrams must not become a flood of log lines.
        const level = isUnavailable(error) || error instanceof TooManyError ? 'debug' : 'warn'
        gateway.ctx.log[level]({ err: error, address: from.address }, 'datagram not served')
      })
      .finally(() => {
        inFlight -= 1
      })
  })

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address: host, port }, resolve)
  })
  socket.removeAllListeners('error')
  socket.on('error', (error) => gateway.ctx.log.warn({ err: error }, 'UDP'))
  const bound = socket.address().port
  gateway.ctx.log.info(
    { port: bound, protocols: protocols.map(({ name }) => name) },
    'listening for trackers over UDP',
  )
  return { port: bound, stop: () => new Promise((resolve) => socket.close(() => resolve())) }
}

async function serveDatagram(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  datagram: Buffer,
  address: string,
): Promise<Served> {
  const session = openSession('udp')
  const replies: Buffer[] = []
  let leftBytes = datagram.length
  for (const cut of cutDatagram(protocols, datagram, session)) {
    if (cut.kind !== 'frame') continue
    const { name: protocol } = cut.protocol
    const outcome = await handleFrame(gateway, cut.protocol, cut.bytes, session, address)
    const { reply, why, elsewhere } = outcome
    // A datagram names its sender, and is forwarded whole.
    if (elsewhere) return { reply: undefined, elsewhere, protocol }
    if (why) gateway.ctx.log.debug({ address, why }, 'datagram ignored')
    else if (reply && reply.length <= leftBytes) {
      replies.push(reply)
      leftBytes -= reply.length
    }
  }
  return { reply: replies.length > 0 ? Buffer.concat(replies) : undefined, protocol: '' }
}

interface Served {
  /** The replies to all frames of the datagram: senders are not authenticated, so it must not be an amplifier. */
  reply: Buffer | undefined
  /** The home cell of the sender. */
  elsewhere?: Cell
  protocol: string
}

/** Replies go to the cell that forwarded the datagram. */
async function serveForwarded(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  { address, protocol, flow, rest }: ForwardedTracker & { flow: string; rest: Buffer },
): Promise<Served> {
  const own = protocols.filter(({ name }) => name === protocol)
  const here = { ...gateway, admit: gateway.admitHere }
  const { reply } = await serveDatagram(here, own, rest, address)
  return { reply: reply && (gateway.cellForwarding?.wrapReply(flow, reply) ?? reply), protocol }
}
