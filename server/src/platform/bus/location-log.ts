// A durable log in partitions: appended to in batches, taken from in order, and acknowledged when the work is done.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import type { PacedQueue } from '../async/paced-queue.ts'
import { createPacedQueue } from '../async/paced-queue.ts'
import { randomText } from '../crypto/ids.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import type { LogPlace, LogPosition, PlacedMessage } from './log-reader.ts'
import { getLogPosition, readLog } from './log-reader.ts'
import type { WantedStream } from './streams.ts'
import { isFull, isUnheard, keepStream, patiently } from './streams.ts'

export interface LogMessage {
  readonly stream: string
  readonly sequence: number
  readonly bytes: Uint8Array
}

export interface Worked {
  /** A rejection gives the batch back to the log. */
  told: Promise<unknown>
}

export interface PartitionedLog {
  /** Resolves once the log holds it. Without an answer it is tried again under the same id, which is kept once. */
  append(partition: number, payload: string): Promise<void>
  /**
   * Works on what the partition holds, oldest first, one batch at a time, each of as many messages as wait.
   * What throws is tried again with the same batch: nothing is skipped, and nothing is acknowledged before it is done.
   * What is `told` meanwhile holds up the acknowledgement, not the next batch.
   */
  take(partition: number, work: (messages: LogMessage[]) => Promise<Worked>): Promise<void>
  /** Where an answer to something appended is heard. Answers are not durable: who waits must be able to go without. */
  listenForAnswers(hear: (id: string, says: string) => void): Promise<string>
  answer(to: string, id: string, says: string): void
  /** Messages not yet worked on. */
  pending(): Promise<number>
  /** When the oldest of them was appended. */
  oldestPending(): Promise<Date | undefined>
  /** Where the log stands, and how far those who take from it have come. */
  position(): Promise<LogPosition>
  /** What the log holds from a place on, oldest first, whether it was taken or not. Nobody is kept from taking it. */
  read(from: LogPlace, most: number): Promise<PlacedMessage[]>
  stop(): Promise<void>
}

const durablePrefix = 'recorder-'
const appendTimeoutMs = 5_000
/** A log that starts, or chooses a new leader, is back within seconds: trackers need not notice. */
const appendForMs = 15_000
const appendAgainAfterMs = 200
const ackWaitMs = 30_000
/** A request for messages that its server forgot, by a crash or a new leader, is missed after this. */
const askAgainAfterMs = 5_000
const prefetch = 256
const maxPerBatch = 64
/** A batch is a transaction, and a message to every account in it: from a partition they are taken no oftener than this. */
const paceMs = 100
const retryAfterMs = 500
/** Batches that are stored and not yet told. */
const maxTelling = 4

export function locationStream(config: Config['bus']): WantedStream {
  return {
    name: `${config.namespace}-LOCATIONS`,
    wanted: {
      subjects: [`${config.namespace}.locations.*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      // A full log refuses, so that the tracker is not acknowledged; evicting would lose what nobody stored yet.
      discard: DiscardPolicy.New,
      max_age: nanos(config.logHours * 3_600_000),
      max_bytes: config.logMaxMb * 1024 ** 2,
      duplicate_window: nanos(120_000),
      num_replicas: config.replicas,
    },
  }
}

export async function openPartitionedLog(
  line: NatsConnection,
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
  let healing: Promise<void> | undefined
  await ensureStream()

  async function ensureStream() {
    await keepStream(manager, name, locationStream(config).wanted)
  }

  /** A log that is gone, by a lost disk or a wrong hand, is made anew: what comes from now on is kept again. */
  function heal(): Promise<void> {
    healing ??= ensureStream()
      .catch((error) => log.warn({ err: error }, 'the log could not be made'))
      .finally(() => {
        healing = undefined
      })
    return healing
  }

  async function workThrough(
    partition: number,
    queue: PacedQueue<JsMsg>,
    work: (messages: LogMessage[]) => Promise<Worked>,
  ) {
    let batch: JsMsg[] = []
    const telling: Promise<void>[] = []
    while (!stopped) {
      if (telling.length >= maxTelling) await telling.shift()
      batch = await queue.take(maxPerBatch)
      for (let tries = 1; batch.length > 0 && !stopped; tries += 1) {
        try {
          const { told } = await work(batch.map(toLogMessage))
          telling.push(acknowledge(batch, told))
          batch = []
        } catch (error) {
          metrics.batchRetries.inc()
          if (tries === 1 || tries % 20 === 0)
            log.warn({ err: error, partition, tries }, 'not stored yet, trying again')
          // Tells the log that we are still at it, or it would hand the same messages to somebody else.
          for (const message of [...batch, ...queue.waiting]) message.working()
          await sleep(retryAfterMs)
        }
      }
    }
    // Somebody else gets them at once, instead of when our time for them is over.
    for (const message of [...batch, ...queue.waiting]) message.nak()
    await Promise.all(telling)
  }

  async function acknowledge(batch: JsMsg[], told: Promise<unknown>): Promise<void> {
    try {
      await told
      for (const message of batch) message.ack()
    } catch (error) {
      log.warn({ err: error }, 'stored, but not told; it comes again')
      for (const message of batch) message.nak(retryAfterMs)
    }
  }

  return {
    async append(partition, payload) {
      const msgID = randomText(16)
      const beganAt = performance.now()
      const deadline = beganAt + appendForMs
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
          if (isUnheard(error)) void heal()
          await sleep(appendAgainAfterMs)
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
      await patiently(() => manager.consumers.add(name, wanted))
      const queue = createPacedQueue<JsMsg>(paceMs)
      const consumer = await patiently(() => client.consumers.get(name, durable))
      const messages = await consumer.consume({
        max_messages: prefetch,
        expires: askAgainAfterMs,
        callback: queue.add,
      })
      consuming.push(messages)
      working.push(workThrough(partition, queue, work))
      void (async () => {
        for await (const { type } of messages.status()) {
          if (type !== 'stream_not_found' && type !== 'consumer_not_found') continue
          log.error({ partition, type }, 'the log is gone; it is made anew')
          await heal()
          await manager.consumers.add(name, wanted).catch(() => {})
        }
      })()
    },

    async listenForAnswers(hear) {
      const inbox = `${config.namespace}.answers.${randomText(16)}`
      const subscription = line.subscribe(`${inbox}.*`, {
        callback: (_error, message) => hear(message.subject.slice(inbox.length + 1), message.string()),
      })
      subscriptions.push(subscription)
      await line.flush()
      return inbox
    },

    answer(to, id, says) {
      line.publish(`${to}.${id}`, says)
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
    position: () => getLogPosition(manager, name, durablePrefix),
    read: (from, most) => readLog(manager, client, name, from, most),

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
