// The baseline for live events: writes every message of a NATS subject to every open stream, with nothing between.

import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectNats } from '../../scripts/services/nats-connect.ts'
import { bareSubject } from './subject.ts'

const connection = await connectNats(process.env.BARE_NATS_URL!)
let id = 0
const listeners = new Set<ServerResponse>()
connection.subscribe(bareSubject, {
  callback: (_error, message) => {
    id += 1
    const text = `event: location\nid: ${id}\ndata: ${message.string()}\n\n`
    for (const listener of listeners) listener.write(text)
  },
})
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  listeners.add(response)
  request.on('close', () => listeners.delete(response))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
