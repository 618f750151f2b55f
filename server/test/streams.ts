// Searches all streams of an installation for a text.

import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { connectOptionsOf } from '../src/platform/bus/streams.ts'
import type { Context } from '../src/platform/context.ts'

/** The names of streams with messages that contain it, in subject or content. */
export async function findInStreams({ config }: Pick<Context, 'config'>, text: string): Promise<string[]> {
  const connection = await connect(connectOptionsOf(config.bus.natsUrls))
  try {
    const manager = await jetstreamManager(connection)
    const found: string[] = []
    for await (const { config: stream, state } of manager.streams.list()) {
      if (!stream.name.startsWith(`${config.bus.namespace}-`)) continue
      for (let sequence = state.first_seq; sequence <= state.last_seq && state.messages > 0; sequence += 1) {
        const message = await manager.streams
          .getMessage(stream.name, { seq: sequence })
          .catch(() => undefined)
        if (!message) continue
        if (`${message.subject} ${Buffer.from(message.data).toString('latin1')}`.includes(text)) {
          found.push(stream.name)
          break
        }
      }
    }
    return found
  } finally {
    await connection.close()
  }
}
