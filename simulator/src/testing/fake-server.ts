// A server that decodes the trackers' messages and keeps them in memory; it can stop answering and drop connections.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Decoded, Location } from '@rastro/protocols'
import { cutDatagram, FrameSplitter, httpProtocols, openSession, socketProtocols } from '@rastro/protocols'

export interface FakeServer {
  port: number
  ingestUrl: string
  /** By identifier, including duplicates. */
  received: Map<string, Location[]>
  /** While silent it receives, but sends no answers. */
  isSilent: boolean
  refuses: boolean
  dropConnections(): void
  close(): Promise<void>
}

export async function startFakeServer(): Promise<FakeServer> {
  const received = new Map<string, Location[]>()
  const sockets = new Set<Socket>()

  function keep(identifier: string, locations: readonly Location[]): void {
    received.set(identifier, [...(received.get(identifier) ?? []), ...locations])
  }

  function answerTo(decoded: Decoded, identifier: string): Buffer | undefined {
    if (decoded.kind === 'login') return fake.refuses ? decoded.refuse.reply : decoded.accept
    if (decoded.kind === 'locations') keep(decoded.identifier ?? identifier, decoded.locations)
    return 'reply' in decoded ? decoded.reply : undefined
  }

  const tcp = createServer((socket) => {
    const session = openSession('tcp')
    const splitter = new FrameSplitter(socketProtocols, session)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      for (const cut of splitter.push(chunk)) {
        if (cut.kind !== 'frame') continue
        const decoded = cut.protocol.decode(cut.bytes, session, new Date())
        if (decoded.kind === 'login') session.identifier = decoded.identifier
        const answer = answerTo(decoded, session.identifier ?? '')
        if (answer && !fake.isSilent) socket.write(answer)
      }
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo

  const udp = createSocket('udp4')
  udp.on('message', (datagram, from) => {
    const session = openSession('udp')
    for (const cut of cutDatagram(socketProtocols, datagram, session)) {
      if (cut.kind !== 'frame') continue
      const answer = answerTo(cut.protocol.decode(cut.bytes, session, new Date()), '')
      if (answer && !fake.isSilent) udp.send(answer, from.port, from.address)
    }
  })
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')

  const http = createHttpServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://phone')
    const protocol = httpProtocols.find(({ name }) => path === `/ingest/${name}`)!
    const { method = 'GET', headers } = request
    const pieces: Buffer[] = await request.toArray().catch(() => [])
    const content = {
      method,
      path,
      query,
      headers: headers as Record<string, string>,
      body: Buffer.concat(pieces),
    }
    const { decoded, accept } = protocol.decodeRequest(content, new Date())
    for (const one of decoded) {
      if (one.kind === 'locations') keep(one.identifier ?? '', one.locations)
    }
    if (!fake.isSilent) response.writeHead(accept.status).end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')

  const fake: FakeServer = {
    port,
    ingestUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/ingest`,
    received,
    isSilent: false,
    refuses: false,
    dropConnections() {
      for (const socket of sockets) socket.resetAndDestroy()
      http.closeAllConnections()
    },
    async close() {
      fake.dropConnections()
      tcp.close()
      udp.close()
      http.close()
      await once(http, 'close')
    },
  }
  return fake
}
