// A durable partitioned log: appended in batches, kept below its maximum size, inspected.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerInfo, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { inBackground } from '../async/in-background.ts'
import { randomText } from '../crypto/ids.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import type { LogConsumer } from './log-consumer.ts'
import { createLogConsumer, durablePrefix } from './log-consumer.ts'
import type { LoggedMessage, LogStart, LogState } from './log-reader.ts'
import { findOldestPending, getLogState, readLog } from './log-reader.ts'
import type { LogFill, LogRoom } from './log-room.ts'
import { createLogRoom } from './log-room.ts'
import type { WantedStream } from './streams.ts'
import { hasNoStream, isFull, keepStream } from './streams.ts'

export interface PartitionedLog {
  /** Call it before appending for a sender. Throws if the log has no room for it. */
  requireRoom: LogRoom['require']
  /** Resolves once the payload is stored. Retried under the same id, which is stored once. */
  append(partition: number, payload: string): Promise<void>
  take: LogConsumer['take']
  /** Returns the subject for replies to appended messages. Replies are not durable: callers must cope without them. */
  listenForReplies(onReply: (id: string, payload: string) => void): Promise<string>
  reply(to: string, id: string, payload: string): void
  /** Messages not processed yet. */
  pending(): Promise<number>
  /** When the oldest pending message of each partition was appended. */
  oldestPending(): Promise<{ partition: number; at: Date | undefined }[]>
  /** The extent of the log and the progress of its consumers. */
  state(): Promise<LogState>
  /** Reads messages, oldest first, whether consumed or not. Does not affect consumers. */
  read(from: LogStart, limit: number): Promise<LoggedMessage[]>
  stop(): Promise<void>
}

const appendTimeoutMs = 5_000
/** A log that starts or elects a leader is back within seconds; trackers need not notice. */
const appendRetryMs = 15_000
const appendRetryAfterMs = 200
const checkRoomEveryMs = 250
/** Above this part of the log, stored messages are purged, oldest first, until it is below the other one. */
const purgeAbove = 0.8
const purgeTo = 0.7
/** The clocks of this process and NATS may differ. */
const skewMs = 1_000

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
  const subscriptions: Subscription[] = []
  let stopped = false
  let recreating: Promise<void> | undefined
  let roomTimer: NodeJS.Timeout | undefined
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

  const consumer = createLogConsumer({ manager, client, log, name, subjectOf, recreate })

  async function listConsumers(): Promise<ConsumerInfo[]> {
    const consumers: ConsumerInfo[] = []
    for await (const info of manager.consumers.list(name)) {
      if (info.name.startsWith(durablePrefix)) consumers.push(info)
    }
    return consumers
  }

  const findPending = (info: ConsumerInfo) => findOldestPending(manager, name, info)

  async function look(): Promise<LogFill> {
    const lookedAtMs = Date.now()
    const { state, config: actual } = await manager.streams.info(name)
    const consumers = await listConsumers()
    const fill = { bytes: state.bytes, maxBytes: actual.max_bytes }
    // A partition that no recorder has ever consumed is not stored.
    if (consumers.length < config.partitions) return { ...fill, storedBeforeMs: 0 }
    const pendingMs = (await Promise.all(consumers.map(findPending))).map((at) => at?.getTime() ?? lookedAtMs)
    return { ...fill, storedBeforeMs: Math.min(...pendingMs) - skewMs }
  }
  const room = createLogRoom(config, log, look)

  /** Purges what every consumer has processed, before a full log would refuse new messages. */
  async function purgeStored(): Promise<void> {
    const { state, config: actual } = await manager.streams.info(name)
    const { bytes, messages } = state
    if (bytes <= actual.max_bytes * purgeAbove) return
    const { firstSequence, doneSequence, givenSequences } = await getLogState(manager, name, durablePrefix)
    if (givenSequences.size < config.partitions) return
    const excess = Math.ceil((bytes - actual.max_bytes * purgeTo) / (bytes / messages))
    const seq = Math.min(doneSequence, firstSequence + excess) + 1
    if (seq <= firstSequence) return
    const { purged } = await manager.streams.purge(name, { seq })
    metrics.logPurged.inc(purged)
    log.warn({ purged, bytes }, 'the location log is short of room, its oldest stored messages were purged')
  }

  /** One of the processes that consume the log is enough; several do no harm. */
  function keepRoom(): void {
    let isPurging = false
    const purge = async () => {
      if (isPurging || stopped) return
      isPurging = true
      await purgeStored()
        .catch((error) => log.debug({ err: error }, 'stored messages not purged'))
        .finally(() => {
          isPurging = false
        })
    }
    roomTimer ??= setInterval(() => inBackground({ log }, purge()), checkRoomEveryMs).unref()
  }

  return {
    requireRoom: room.require,

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
      await consumer.take(partition, work)
      keepRoom()
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
      const partitionOf = (info: ConsumerInfo) => Number(info.name.slice(durablePrefix.length))
      return Promise.all(
        (await listConsumers()).map(async (info) => ({
          partition: partitionOf(info),
          at: await findPending(info),
        })),
      )
    },
    state: () => getLogState(manager, name, durablePrefix),
    read: (from, limit) => readLog(manager, client, name, from, limit),

    stop() {
      stopped = true
      clearInterval(roomTimer)
      for (const subscription of subscriptions) subscription.unsubscribe()
      return consumer.stop()
    },
  }
}
