// The way to NATS JetStream: one line, and the three logs it leads to.

import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { connect } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import type { Log } from '../observability/log.ts'
import type { EventLog } from './event-log.ts'
import { openEventLog } from './event-log.ts'
import type { FrameLog } from './frame-log.ts'
import { openFrameLog } from './frame-log.ts'
import type { PartitionedLog } from './location-log.ts'
import { openPartitionedLog } from './location-log.ts'
import { addressOf, patiently } from './streams.ts'

export interface Bus {
  /** The durable log between whoever hears locations and whoever stores them. */
  readonly locations: PartitionedLog
  /** What happened, account by account: for streams, webhooks and workers. */
  readonly events: EventLog
  /** What trackers sent, byte for byte. Undefined where it is not kept. */
  readonly frames: FrameLog | undefined
  /** Told at once to every process that listens now. Nobody keeps it: who needs it must find out in another way too. */
  signal(subject: string, says: object): void
  /** Calls back with each signal, the own ones too. Returns how to stop. */
  onSignal<T extends object>(subject: string, hear: (says: T) => void): () => void
  isReady(): boolean
  close(): Promise<void>
}

/** A server waits until NATS is there; a command that somebody looks at says that it is not. */
export async function connectBus(
  config: Config['bus'],
  log: Log,
  { waits = true }: { waits?: boolean } = {},
): Promise<Bus> {
  const line = await connect({
    ...addressOf(config.natsUrls),
    name: 'rastro',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: waits,
    pingInterval: 5_000,
    maxPingOut: 2,
  })
  try {
    return await openBus(line, config, log)
  } catch (error) {
    // An open line would keep alive a process that has nothing to do.
    await line.close()
    throw error
  }
}

async function openBus(line: NatsConnection, config: Config['bus'], log: Log): Promise<Bus> {
  const manager = await patiently(() => jetstreamManager(line))
  const stream = jetstream(line, { timeout: 5_000 })
  const signalSubject = (subject: string) => `${config.namespace}.signals.${subject}`
  let ready = true
  void (async () => {
    for await (const { type } of line.status()) {
      if (type === 'disconnect') ready = false
      if (type === 'reconnect') ready = true
      if (type === 'disconnect' || type === 'reconnect') log.warn({ bus: type }, `bus: ${type}`)
    }
  })()

  const locations = await openPartitionedLog(line, manager, stream, config, log)
  const events = await openEventLog(line, manager, stream, config, log)
  return {
    locations,
    events,
    frames: await openFrameLog(manager, stream, config),

    signal(subject, says) {
      if (!line.isClosed()) line.publish(signalSubject(subject), JSON.stringify(says))
    },

    onSignal(subject, hear) {
      const subscription = line.subscribe(signalSubject(subject), {
        callback: (error, message) => {
          if (!error) hear(message.json())
        },
      })
      return () => subscription.unsubscribe()
    },

    isReady: () => ready,

    async close() {
      await events.stop()
      await locations.stop()
      await line.drain()
    },
  }
}
