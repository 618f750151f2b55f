// Trackers over UDP. A datagram is answered only to a device we know, and never with more bytes than it had.

import { createSocket } from 'node:dgram'
import type { SocketProtocol } from '@rastro/protocols'
import { cutDatagram, openSession } from '@rastro/protocols'
import { metrics } from '../../platform/metrics.ts'
import { handleFrame } from './frames.service.ts'
import type { SocketGateway } from './gateway.types.ts'
import type { Listener } from './tcp.service.ts'

/** Beyond this the datagram is dropped: the tracker sends it again. */
const mostInFlight = 20_000
const received = metrics.receivedBytes('udp')

export async function listenUdp(
  gateway: SocketGateway,
  protocols: readonly SocketProtocol[],
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 ** 2 })
  let inFlight = 0

  socket.on('message', (datagram, from) => {
    received.n += datagram.length
    if (inFlight >= mostInFlight) {
      metrics.refused.inc({ reason: 'too_many_datagrams' })
      return
    }
    inFlight += 1
    serveDatagram(gateway, protocols, datagram, from.address)
      .then((replies) => {
        for (const reply of replies) {
          if (reply.length <= datagram.length) socket.send(reply, from.port, from.address)
        }
      })
      .catch((error) =>
        gateway.ctx.log.warn({ err: error, address: from.address }, 'a datagram could not be served'),
      )
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
): Promise<Buffer[]> {
  const session = openSession('udp')
  const replies: Buffer[] = []
  for (const cut of cutDatagram(protocols, datagram, session)) {
    if (cut.kind !== 'frame') continue
    const { reply, why } = await handleFrame(gateway, cut.protocol, cut.bytes, session, address)
    if (why) gateway.ctx.log.debug({ address, why }, 'a datagram was of no use')
    else if (reply) replies.push(reply)
  }
  return replies
}
