// The connection to NATS JetStream, with its logs.

import type { JetStreamManager } from '@nats-io/jetstream'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { connect, RequestError } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { inBackground } from '../async/in-background.ts'
import type { Log } from '../observability/log.ts'
import { metrics, onScrape } from '../observability/metrics.ts'
import type { EventLog } from './event-log.ts'
import { eventStream, openEventLog } from './event-log.ts'
import type { FrameLog } from './frame-log.ts'
import { frameStream, openFrameLog } from './frame-log.ts'
import type { PartitionedLog } from './location-log.ts'
import { locationStream, openPartitionedLog } from './location-log.ts'
import type { Snapshots } from './snapshots.ts'
import { openSnapshots } from './snapshots.ts'
import { connectOptionsOf, retryUntilReady } from './streams.ts'

export interface Bus {
  /** The durable log between gateways and recorders. */
  readonly locations: PartitionedLog
  /** Events by account, for streams, webhooks and workers. */
  readonly events: EventLog
  /** The raw frames of trackers. Undefined where they are not kept. */
  readonly frames: FrameLog | undefined
  /** What the gateway must know while the database is unavailable. */
  readonly snapshots: Snapshots
  /** Broadcasts to every process that listens now. Not durable: receivers need another source too. */
  signal(subject: string, payload: object): void
  /** Calls back with each signal, including those of this process. Returns the unsubscribe function. */
  onSignal<T extends object>(subject: string, receive: (payload: T) => void): () => void
  /** False only if no process subscribes to the signal: a suspended process still does, a dead one does not. */
  hasListener(subject: string): Promise<boolean>
  isReady(): boolean
  close(): Promise<void>
}

const listenerTimeoutMs = 500

/** A server waits for NATS; a command fails at once. */
export async function connectBus(
  config: Config['bus'],
  log: Log,
  { waitForNats = true }: { waitForNats?: boolean } = {},
): Promise<Bus> {
  const connection = await connect({
    ...connectOptionsOf(config.natsUrls),
    name: 'rastro',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: waitForNats,
    pingInterval: 5_000,
    maxPingOut: 2,
  })
  try {
    return await openBus(connection, config, log)
  } catch (error) {
    // An open connection would keep the process alive.
    await connection.close()
    throw error
  }
}

async function openBus(connection: NatsConnection, config: Config['bus'], log: Log): Promise<Bus> {
  const manager = await retryUntilReady(() => jetstreamManager(connection))
  const stream = jetstream(connection, { timeout: 5_000 })
  const signalSubject = (subject: string) => `${config.namespace}.signals.${subject}`
  let ready = true
  async function watchStatus() {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') ready = false
      if (type === 'reconnect') ready = true
      if (type === 'disconnect' || type === 'reconnect') log.warn({ bus: type }, `bus: ${type}`)
    }
  }
  inBackground({ log }, watchStatus())

  const locations = await openPartitionedLog(connection, manager, stream, config, log)
  const events = await openEventLog(connection, manager, stream, config, log)
  const stopMeasuring = onScrape(() => measureLogs(manager, config))
  return {
    locations,
    events,
    frames: await openFrameLog(manager, stream, config),
    snapshots: await openSnapshots(manager, stream, config),

    signal(subject, payload) {
      if (!connection.isClosed()) connection.publish(signalSubject(subject), JSON.stringify(payload))
    },

    onSignal(subject, receive) {
      const subscription = connection.subscribe(signalSubject(subject), {
        callback: (error, message) => {
          if (!error) receive(message.json())
        },
      })
      return () => subscription.unsubscribe()
    },

    async hasListener(subject) {
      try {
        await connection.request(signalSubject(subject), '{}', { timeout: listenerTimeoutMs })
        return true
      } catch (error) {
        // Nobody replies to a signal: a timeout means that somebody may have received it.
        return !(error instanceof RequestError && error.isNoResponders())
      }
    },

    isReady: () => ready,

    async close() {
      stopMeasuring()
      await events.stop()
      await locations.stop()
      await connection.drain()
    },
  }
}

async function measureLogs(manager: JetStreamManager, config: Config['bus']): Promise<void> {
  const streams = {
    locations: locationStream(config),
    events: eventStream(config),
    frames: frameStream(config),
  }
  for (const [log, stream] of Object.entries(streams)) {
    if (stream) metrics.logBytes.set({ log }, (await manager.streams.info(stream.name)).state.bytes)
  }
}
