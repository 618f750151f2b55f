// Ends connections to brokers that send more than confirmations.

import type { Socket } from 'node:net'

/** Enough for more than ten thousand confirmations; then the next event connects again. */
const maxReceivedBytes = 1_000_000

export function limitReceived(socket: Socket): void {
  let left = maxReceivedBytes
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy(new Error('the broker sent too much'))
  })
}
