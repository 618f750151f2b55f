// Consumes the partitions of a log, each in order, and acknowledges what is processed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { inBackground } from '../async/in-background.ts'
import type { PacedQueue } from '../async/paced-queue.ts'
import { createPacedQueue } from '../async/paced-queue.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import { retryUntilReady } from './streams.ts'

export interface LogMessage {
  readonly stream: string
  readonly sequence: number
  readonly bytes: Uint8Array
}

export interface WorkedBatch {
  /** A rejection returns the batch to the log. */
  published: Promise<unknown>
}

export type BatchWork = (messages: LogMessage[]) => Promise<WorkedBatch>

export interface LogConsumer {
  /**
   * Consumes a partition, oldest first, one batch at a time, each with as many messages as are waiting.
   * A failed batch is retried: nothing is skipped, and nothing is acknowledged before it is done.
   * `published` delays the acknowledgement, not the next batch.
   */
  take(partition: number, work: BatchWork): Promise<void>
  stop(): Promise<void>
}

interface ConsumedLog {
  manager: JetStreamManager
  client: JetStreamClient
  log: Log
  /** The name of the stream. */
  name: string
  subjectOf(partition: number): string
  /** Recreates a lost or deleted stream. */
  recreate(): Promise<void>
}

/** Durable consumers are named by this and their partition. */
export const durablePrefix = 'recorder-'
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

export function createLogConsumer({
  manager,
  client,
  log,
  name,
  subjectOf,
  recreate,
}: ConsumedLog): LogConsumer {
  const consuming: ConsumerMessages[] = []
  const working: Promise<void>[] = []
  let stopped = false

  async function workThrough(partition: number, queue: PacedQueue<JsMsg>, work: BatchWork) {
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

    async stop() {
      stopped = true
      for (const messages of consuming) messages.stop()
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
