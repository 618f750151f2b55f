// The raw frames of trackers, kept for some days for repairs. A full log drops the oldest; trackers never wait for it.

import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import type { WantedStream } from './streams.ts'
import { keepStream } from './streams.ts'

export interface FrameLog {
  /** Resolves once the frame is stored. Not retried. */
  append(text: string): Promise<void>
  /** Reads what was appended since a time, oldest first, with the number of messages left after each. */
  read(since: Date): AsyncGenerator<{ text: string; left: number }>
}

const appendTimeoutMs = 5_000

/** Undefined where frames are not kept. */
export function frameStream(config: Config['bus']): WantedStream | undefined {
  if (config.frameLogHours === 0) return undefined
  return {
    name: `${config.namespace}-FRAMES`,
    wanted: {
      subjects: [`${config.namespace}.frames`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(config.frameLogHours * 3_600_000),
      max_bytes: config.frameLogMaxMb * 1024 ** 2,
      num_replicas: config.replicas,
    },
  }
}

export async function openFrameLog(
  manager: JetStreamManager,
  client: JetStreamClient,
  config: Config['bus'],
): Promise<FrameLog | undefined> {
  const stream = frameStream(config)
  if (!stream) return undefined
  const { name, wanted } = stream
  await keepStream(manager, name, wanted)
  return {
    async append(text) {
      await client.publish(`${config.namespace}.frames`, text, { timeout: appendTimeoutMs })
    },
    async *read(since) {
      const from = { deliver_policy: DeliverPolicy.StartTime, opt_start_time: since.toISOString() }
      const consumer = await client.consumers.get(name, from)
      if ((await consumer.info()).num_pending === 0) return
      const messages = await consumer.consume()
      for await (const message of messages) {
        yield { text: message.string(), left: message.info.pending }
        if (message.info.pending === 0) return
      }
    },
  }
}
