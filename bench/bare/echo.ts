// TCP and JetStream alone, for `ingest --single`: answers a frame when JetStream has confirmed the message that contains
// it. As many messages as from a gateway, and nothing is decoded, looked up or limited.

import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connectNats } from '../../scripts/services/nats-connect.ts'

const lanes = 4
const paceMs = 25
const loginBytes = 17
const answer = Buffer.from([0, 0, 0, 1])
/** A location as the gateway writes it to the log. */
const row = JSON.stringify([
  ...['356307042441013', Date.now(), Date.now(), 404_168_000, -37_038_000, 1_234_567],
  ...[650, 523, 1_234, null, 9, null, 'teltonika'],
])

const connection = await connectNats(process.env.BARE_NATS_URL!)
const manager = await jetstreamManager(connection)
const client = jetstream(connection)
const name = `BARE${process.pid}`
await manager.streams.add({ name, subjects: [`${name}.*`], storage: StorageType.File })
process.on('SIGTERM', async () => {
  await manager.streams.delete(name)
  process.exit()
})

let messages = 0
const waiting: Socket[][] = Array.from({ length: lanes }, () => [])

async function publishAll(lane: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, paceMs))
    const sockets = waiting[lane]!.splice(0)
    if (sockets.length === 0) continue
    messages += 1
    const payload = `{"rows":[${sockets.map(() => row).join(',')}]}`
    await client.publish(`${name}.${lane}`, payload, { msgID: `${process.pid}-${messages}` })
    for (const socket of sockets) socket.write(answer)
  }
}
for (const lane of waiting.keys()) {
  publishAll(lane).catch((error) => {
    console.error(error)
    process.exit(1)
  })
}

let accepted = 0
const server = createServer({ noDelay: true }, (socket) => {
  accepted += 1
  const lane = accepted % lanes
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    if (chunk.length === loginBytes) socket.write(Buffer.from([1]))
    else waiting[lane]!.push(socket)
  })
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 1_024 }, () => {
  process.send?.(String((server.address() as AddressInfo).port))
})
