// The event log: one stream that keeps days of events, with one subject per account and kind, so each account can be
// read and followed alone. The stream republishes every message on a live subject with its sequence.

import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { createFairQueue } from '../async/fair-queue.ts'
import { inBackground } from '../async/in-background.ts'
import { randomText } from '../crypto/ids.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import { createEventFloors } from './event-floors.ts'
import { createEventRelief } from './event-relief.ts'
import type { WantedStream } from './streams.ts'
import { hasNoStream, keepStream, readChunk } from './streams.ts'

/** Several events of one account and kind, as they were appended. */
export interface EventMessage {
  readonly sequence: number
  readonly accountId: number
  readonly kind: string
  readonly loggedAt: Date
  readonly text: string
}

/** The result of processing a message: done, to be redelivered, or never to be redelivered. */
export type Outcome = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'reject'; why: string }
export const done: Outcome = { kind: 'done' }

export interface Follower {
  receive(message: EventMessage): void
  /** Messages may have been missed; they must be read from the log. */
  missed(): void
}

export interface EventLog {
  /** Resolves once the message is stored. The same id within two minutes is stored once. */
  append(accountId: number, kind: string, text: string, id?: string): Promise<void>
  /** The account's messages of some kinds after a sequence, oldest first, and whether these were all. */
  read(
    accountId: number,
    after: number,
    limit: number,
    kinds?: readonly string[],
  ): Promise<{ messages: EventMessage[]; isEnd: boolean }>
  /** The sequences of the newest message of all accounts, and of the oldest from which on the account has all. */
  bounds(accountId?: number): Promise<{ first: number; last: number }>
  /** Distinguishes this log from one recreated after a loss. */
  epoch(): string
  /** Receives everything appended after the sequence `from`. */
  follow(accountId: number, follower: Follower): Promise<{ from: number; stop(): void }>
  /** Delivers each message of a kind, of all accounts, to one of the worker's processes until it is done. */
  work(kind: string, worker: string, work: (message: EventMessage) => Promise<Outcome>): Promise<void>
  /** Removes all messages of an account; others notice nothing. Returns how many there were. */
  purge(accountId: number): Promise<number>
  stop(): Promise<void>
}

const ackWaitMs = 30_000
const retentionMs = 72 * 3_600_000
/** Promised to every account. */
const promisedMs = 24 * 3_600_000
/**
 * The log syncs each message on its own. A batch with a thousand accounts is a thousand messages: without this limit
 * they time out before they are confirmed, are retried, and time out again.
 */
const appending = { concurrency: 256, maxQueueLength: Number.POSITIVE_INFINITY, maxWaitMs: 20_000 }
/** What the log may have to sync for one account before the message of another. */
const appendingOfAccount = { ...appending, concurrency: 4 }

export function eventStream(config: Config['bus']): WantedStream {
  const subjectPrefix = `${config.namespace}.events`
  return {
    name: `${config.namespace}-EVENTS`,
    wanted: {
      subjects: [`${subjectPrefix}.>`, `${floorPrefixOf(config)}.*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(retentionMs),
      max_bytes: config.eventLogMaxMb * 1024 ** 2,
      duplicate_window: nanos(120_000),
      num_replicas: config.replicas,
      republish: { src: `${subjectPrefix}.>`, dest: `${config.namespace}.live.>` },
    },
  }
}

export async function openEventLog(
  connection: NatsConnection,
  manager: JetStreamManager,
  client: JetStreamClient,
  config: Config['bus'],
  log: Log,
): Promise<EventLog> {
  const { name } = eventStream(config)
  const subjectPrefix = `${config.namespace}.events`
  const livePrefix = `${config.namespace}.live`
  const floors = createEventFloors(manager, client, { name, subjectPrefix: floorPrefixOf(config) })
  const relief = createEventRelief(config, log, { manager, name, subjectPrefix, promisedMs }, floors)
  const consuming: ConsumerMessages[] = []
  const followers = new Set<Follower>()
  const queued = createFairQueue(appending)
  const inTurn = createFairQueue(appendingOfAccount)
  const ensureStream = () => keepStream(manager, name, eventStream(config).wanted)
  await ensureStream()
  let epoch = toEpoch((await manager.streams.info(name)).created)
  /** Subscriptions are restored on reconnect; the messages in between are not. */
  async function watchReconnects() {
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') for (const follower of followers) follower.missed()
    }
  }
  inBackground({ log }, watchReconnects())

  async function bounds(accountId?: number) {
    try {
      const [{ state, created }, first] = await Promise.all([
        manager.streams.info(name),
        floors.read(accountId),
      ])
      epoch = toEpoch(created)
      return { first: first(state.first_seq), last: state.last_seq }
    } catch (error) {
      throw new UnavailableError(error)
    }
  }

  function toMessage(subject: string, sequence: number, loggedAt: Date, text: string): EventMessage {
    const [accountId = '', kind = ''] = subject.slice(subjectPrefix.length + 1).split('.')
    return { sequence, accountId: Number(accountId), kind, loggedAt, text }
  }
  const fromLog = (message: JsMsg) => toMessage(message.subject, message.seq, message.time, message.string())

  return {
    async append(accountId, kind, text, id = randomText(16)) {
      const beganAt = performance.now()
      const publish = () => client.publish(`${subjectPrefix}.${accountId}.${kind}`, text, { msgID: id })
      try {
        await inTurn(accountId, () => queued(0, publish))
        metrics.append.observe({ log: 'events' }, (performance.now() - beganAt) / 1_000)
        await relief.count(text.length)
      } catch (error) {
        metrics.appendFailures.inc({ log: 'events' })
        // A deleted log is recreated for the next attempt.
        if (hasNoStream(error)) await ensureStream().catch(() => {})
        throw new UnavailableError(error)
      }
    },

    async read(accountId, after, limit, kinds = ['>']) {
      const from = {
        filter_subjects: kinds.map((kind) => `${subjectPrefix}.${accountId}.${kind}`),
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
      }
      const { messages, pending } = await readChunk(manager, client, name, from, limit)
      return { messages: messages.map(fromLog), isEnd: messages.length === pending }
    },

    bounds,
    epoch: () => epoch,

    async follow(accountId, follower) {
      const last = new Map<string, number>()
      let from = Number.POSITIVE_INFINITY
      const subscription = connection.subscribe(`${livePrefix}.${accountId}.>`, {
        callback: (error, message) => {
          if (error) return follower.missed()
          const { event, previous } = fromLive(message)
          const isGapless = previous <= (last.get(message.subject) ?? from)
          last.set(message.subject, event.sequence)
          if (isGapless) follower.receive(event)
          else follower.missed()
        },
      })
      followers.add(follower)
      const stop = () => {
        followers.delete(follower)
        subscription.unsubscribe()
      }
      try {
        // On the same connection, so the server handles it after the subscription.
        from = (await bounds()).last
        return { from, stop }
      } catch (error) {
        stop()
        throw error
      }
    },

    async work(kind, worker, work) {
      await manager.consumers.add(name, {
        durable_name: worker,
        filter_subject: `${subjectPrefix}.*.${kind}`,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: 1_000,
      })
      const consumer = await client.consumers.get(name, worker)
      const messages = await consumer.consume({ max_messages: 100 })
      consuming.push(messages)
      const settleAll = async () => {
        for await (const message of messages) await settle(message, () => work(fromLog(message)), worker)
      }
      inBackground({ log }, settleAll())
    },

    async purge(accountId) {
      const { state } = await manager.streams.info(name)
      const complete = (await floors.read())(state.first_seq)
      // Before and after: a reader of another account must not mistake a later beginning for lost events.
      await floors.setCommon(complete, state.last_seq)
      const { purged } = await manager.streams.purge(name, { filter: `${subjectPrefix}.${accountId}.>` })
      await manager.streams.purge(name, { filter: `${floorPrefixOf(config)}.${accountId}` })
      await floors.setCommon(complete, (await manager.streams.info(name)).state.first_seq)
      return purged
    },

    async stop() {
      await Promise.all(consuming.map((messages) => messages.close()))
    },
  }

  /** A republished message has its own sequence and that of the previous message on the same subject. */
  function fromLive(message: Msg): { event: EventMessage; previous: number } {
    const header = (key: string) => message.headers?.get(key) ?? ''
    const subject = subjectPrefix + message.subject.slice(livePrefix.length)
    const loggedAt = new Date(header('Nats-Time-Stamp'))
    const event = toMessage(subject, Number(header('Nats-Sequence')), loggedAt, message.string())
    return { event, previous: Number(header('Nats-Last-Sequence')) }
  }

  /** Maps an outcome to a broker acknowledgement. Errors are retried. */
  async function settle(message: JsMsg, work: () => Promise<Outcome>, worker: string) {
    let outcome: Outcome
    try {
      outcome = await work()
    } catch (error) {
      log.error({ err: error, worker, subject: message.subject }, 'event processing failed, will retry')
      outcome = { kind: 'retry', afterMs: Math.min(30_000, 500 * 2 ** message.info.deliveryCount) }
    }
    if (outcome.kind === 'done') message.ack()
    else if (outcome.kind === 'retry') message.nak(outcome.afterMs)
    else message.term(outcome.why)
  }
}

/** Outside the subjects of events, so that readers do not receive them. */
function floorPrefixOf(config: Config['bus']): string {
  return `${config.namespace}.event-floors`
}

function toEpoch(created: Date | string): string {
  return new Date(created).getTime().toString(36)
}
