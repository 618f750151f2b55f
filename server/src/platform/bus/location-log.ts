// A durable partitioned log: appended in batches, consumed in order, acknowledged when processed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { inBackground } from '../async/in-background.ts'
import type { PacedQueue } from '../async/paced-queue.ts'
import { createPacedQueue } from '../async/paced-queue.ts'
import { randomText } from '../crypto/ids.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import type { LoggedMessage, LogStart, LogState } from './log-reader.ts'
import { getLogState, readLog } from './log-reader.ts'
import type { WantedStream } from './streams.ts'
import { hasNoStream, isFull, keepStream, retryUntilReady } from './streams.ts'

export interface LogMessage {
  readonly stream: string
  readonly sequence: number
  readonly bytes: Uint8Array
}

export interface WorkedBatch {
  /** A rejection returns the batch to the log. */
  published: Promise<unknown>
}

export interface PartitionedLog {
  /** Resolves once the payload is stored. Retried under the same id, which is stored once. */
  append(partition: number, payload: string): Promise<void>
  /**
   * Consumes a partition, oldest first, one batch at a time, each with as many messages as are waiting.
   * A failed batch is retried: nothing is skipped, and nothing is acknowledged before it is done.
   * `published` delays the acknowledgement, not the next batch.
   */
  take(partition: number, work: (messages: LogMessage[]) => Promise<WorkedBatch>): Promise<void>
  /** Returns the subject for replies to appended messages. Replies are not durable: callers must cope without them. */
  listenForReplies(onReply: (id: string, payload: string) => void): Promise<string>
  reply(to: string, id: string, payload: string): void
  /** Messages not processed yet. */
  pending(): Promise<number>
  /** When the oldest pending message was appended. */
  oldestPending(): Promise<Date | undefined>
  /** The extent of the log and the progress of its consumers. */
  state(): Promise<LogState>
  /** Reads messages, oldest first, whether consumed or not. Does not affect consumers. */
  read(from: LogStart, limit: number): Promise<LoggedMessage[]>
  stop(): Promise<void>
}

const durablePrefix = 'recorder-'
const appendTimeoutMs = 5_000
/** A log that starts or elects a leader is back within seconds; trackers need not notice. */
const appendRetryMs = 15_000
const appendRetryAfterMs = 200
const ackWaitMs = 30_000
/** A fetch request lost by a server crash or a leader change is repeated after this. */
const fetchTimeoutMs = 5_000
const prefetch = 256
const maxPerBatch = 64
/** Minimum time between batches of a partition: each costs a transaction, and a message to every account in it. */
const paceMs = 100
const retryAfterMs = 500
/** Batches that are stored and not yet published. */
const maxPublishing = 4

export function locationStream(config: Config['bus']): WantedStream {
  return {
    name: `${config.namespace}-LOCATIONS`,
    wanted: {
      subjects: [`${config.namespace}.locations.*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      // A full log rejects, so the tracker is not acknowledged; evicting would lose messages not stored yet.
      discard: DiscardPolicy.New,
      max_age: nanos(config.locationLogHours * 3_600_000),
      max_bytes: config.locationLogMaxMb * 1024 ** 2,
      duplicate_window: nanos(120_000),
      num_replicas: config.replicas,
    },
  }
}

export async function openPartitionedLog(
  connection: NatsConnection,
  manager: JetStreamManager,
  client: JetStreamClient,
  config: Config['bus'],
  log: Log,
): Promise<PartitionedLog> {
  const { name } = locationStream(config)
  const subjectOf = (partition: number) => `${config.namespace}.locations.${partition}`
  const consuming: ConsumerMessages[] = []
  const subscriptions: Subscription[] = []
  const working: Promise<void>[] = []
  let stopped = false
  let recreating: Promise<void> | undefined
  await ensureStream()

  async function ensureStream() {
    await keepStream(manager, name, locationStream(config).wanted)
  }

  /** Recreates a lost or deleted log, so new messages are kept again. */
  function recreate(): Promise<void> {
    recreating ??= ensureStream()
      .catch((error) => log.warn({ err: error }, 'stream could not be created'))
      .finally(() => {
        recreating = undefined
      })
    return recreating
  }

  async function workThrough(
    partition: number,
    queue: PacedQueue<JsMsg>,
    work: (messages: LogMessage[]) => Promise<WorkedBatch>,
  ) {
    let batch: JsMsg[] = []
    const publishing: Promise<void>[] = []
    while (!stopped) {
      if (publishing.length >= maxPublishing) await publishing.shift()
      batch = await queue.take(maxPerBatch)
      for (let tries = 1; batch.length > 0 && !stopped; tries += 1) {
        try {
          const { published } = await work(batch.map(toLogMessage))
          publishing.push(acknowledge(batch, published))
          batch = []
        } catch (error) {
          metrics.batchRetries.inc()
          if (tries === 1 || tries % 20 === 0)
            log.warn({ err: error, partition, tries }, 'batch not stored, retrying')
          // Extends the acknowledgement deadline, or the messages would be redelivered to another process.
          for (const message of [...batch, ...queue.waiting]) message.working()
          await sleep(retryAfterMs)
        }
      }
    }
    // Another process receives them at once instead of after the acknowledgement deadline.
    for (const message of [...batch, ...queue.waiting]) message.nak()
    await Promise.all(publishing)
  }

  async function acknowledge(batch: JsMsg[], published: Promise<unknown>): Promise<void> {
    try {
      await published
      for (const message of batch) message.ack()
    } catch (error) {
      log.warn({ err: error }, 'batch stored but not published, will be redelivered')
      for (const message of batch) message.nak(retryAfterMs)
    }
  }

  return {
    async append(partition, payload) {
      const msgID = randomText(16)
      const beganAt = performance.now()
      const deadline = beganAt + appendRetryMs
      for (;;) {
        try {
          await client.publish(subjectOf(partition), payload, { msgID, timeout: appendTimeoutMs })
          metrics.append.observe({ log: 'locations' }, (performance.now() - beganAt) / 1_000)
          return
        } catch (error) {
          if (stopped || isFull(error) || performance.now() > deadline) {
            metrics.appendFailures.inc({ log: 'locations' })
            throw new UnavailableError(error)
          }
          // oxlint-disable-next-line typescript/no-floating-promises -- it never rejects, and the next try may come first
          if (hasNoStream(error)) recreate()
          await sleep(appendRetryAfterMs)
        }
      }
    },

    async take(partition, work) {
      const durable = `${durablePrefix}${partition}`
      const wanted = {
        durable_name: durable,
        filter_subject: subjectOf(partition),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: prefetch * 2,
      }
      await retryUntilReady(() => manager.consumers.add(name, wanted))
      const queue = createPacedQueue<JsMsg>(paceMs)
      const consumer = await retryUntilReady(() => client.consumers.get(name, durable))
      const messages = await consumer.consume({
        max_messages: prefetch,
        expires: fetchTimeoutMs,
        callback: queue.add,
      })
      consuming.push(messages)
      working.push(workThrough(partition, queue, work))
      const watchStatus = async () => {
        for await (const { type } of messages.status()) {
          if (type !== 'stream_not_found' && type !== 'consumer_not_found') continue
          log.error({ partition, type }, 'stream is gone, recreating it')
          await recreate()
          await manager.consumers.add(name, wanted).catch(() => {})
        }
      }
      inBackground({ log }, watchStatus())
    },

    async listenForReplies(onReply) {
      const inbox = `${config.namespace}.answers.${randomText(16)}`
      const subscription = connection.subscribe(`${inbox}.*`, {
        callback: (_error, message) => onReply(message.subject.slice(inbox.length + 1), message.string()),
      })
      subscriptions.push(subscription)
      await connection.flush()
      return inbox
    },

    reply(to, id, payload) {
      connection.publish(`${to}.${id}`, payload)
    },

    async pending() {
      let pending = 0
      for await (const info of manager.consumers.list(name))
        pending += info.num_pending + info.num_ack_pending
      return pending
    },

    async oldestPending() {
      let oldest: Date | undefined
      for await (const {
        config: consumer,
        num_pending,
        num_ack_pending,
        ack_floor,
      } of manager.consumers.list(name)) {
        if (num_pending + num_ack_pending === 0) continue
        const next = { seq: ack_floor.stream_seq + 1, next_by_subj: consumer.filter_subject! }
        const message = await manager.streams.getMessage(name, next)
        if (message && !(oldest && oldest < message.time)) oldest = message.time
      }
      return oldest
    },
    state: () => getLogState(manager, name, durablePrefix),
    read: (from, limit) => readLog(manager, client, name, from, limit),

    async stop() {
      stopped = true
      for (const messages of consuming) messages.stop()
      for (const subscription of subscriptions) subscription.unsubscribe()
      await Promise.race([
        Promise.all(working),
        new Promise((resolve) => setTimeout(resolve, 10_000).unref()),
      ])
    },
  }
}

function toLogMessage(message: JsMsg): LogMessage {
  return { stream: message.info.stream, sequence: message.seq, bytes: message.data }
}
