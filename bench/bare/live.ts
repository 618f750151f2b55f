// From NATS to a listener and nothing between: every message of a subject is written to every open stream.

import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectNats } from '../../scripts/services/nats-connect.ts'
import { bareSubject } from './subject.ts'

const line = await connectNats(process.env.BARE_NATS_URL!)
let place = 0
const listeners = new Set<ServerResponse>()
line.subscribe(bareSubject, {
  callback: (_error, message) => {
    place += 1
    const text = `event: location\nid: ${place}\ndata: ${message.string()}\n\n`
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
