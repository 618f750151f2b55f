// The log of events: kept for days in one stream, one subject per account and kind, so that each account can be read
// and followed alone. What the log took is said again at once to whoever follows: the live subjects carry its number.

import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { nanos } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { createTurns } from '../async/fair-queue.ts'
import { randomText } from '../crypto/ids.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import type { WantedStream } from './streams.ts'
import { isUnheard, keepStream, readStretch } from './streams.ts'

/** Several events of one account and kind, as they were appended. */
export interface EventMessage {
  readonly sequence: number
  readonly accountId: number
  readonly kind: string
  readonly loggedAt: Date
  readonly text: string
}

/** What became of a message: finished with, to be delivered again, or never to be delivered again. */
export type Outcome = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'reject'; why: string }
export const done: Outcome = { kind: 'done' }

export interface Follower {
  hear(message: EventMessage): void
  /** Something may have been said that was not heard: it must be read from the log. */
  missed(): void
}

export interface EventLog {
  /** Resolves once the log holds it. The same id within two minutes is kept once. */
  append(accountId: number, kind: string, text: string, id?: string): Promise<void>
  /** The account's messages of some kinds behind a number, oldest first, and whether these were all. */
  read(
    accountId: number,
    after: number,
    most: number,
    kinds?: readonly string[],
  ): Promise<{ messages: EventMessage[]; isEnd: boolean }>
  /** The numbers of the oldest and the newest message there is, over all accounts. */
  bounds(): Promise<{ first: number; last: number }>
  /** Tells this log from one that was made anew after it was lost. */
  epoch(): string
  /** Hears all that is appended behind the number `from`. */
  follow(accountId: number, follower: Follower): Promise<{ from: number; stop(): void }>
  /** Each message of a kind, over all accounts, goes to one of the worker's processes until it is done. */
  work(kind: string, worker: string, work: (message: EventMessage) => Promise<Outcome>): Promise<void>
  stop(): Promise<void>
}

const ackWaitMs = 30_000
const keptMs = 72 * 3_600_000
/**
 * The log syncs each message by itself. A batch of a thousand accounts is a thousand of them: more than it confirms before
 * they are given up, told again, and given up again.
 */
const appending = { atOnce: 256, longestLine: Number.POSITIVE_INFINITY, longestWaitMs: 20_000 }

export function eventStream(config: Config['bus']): WantedStream {
  const kept = `${config.namespace}.events`
  return {
    name: `${config.namespace}-EVENTS`,
    wanted: {
      subjects: [`${kept}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(keptMs),
      max_bytes: config.eventsMaxMb * 1024 ** 2,
      duplicate_window: nanos(120_000),
      num_replicas: config.replicas,
      republish: { src: `${kept}.>`, dest: `${config.namespace}.live.>` },
    },
  }
}

export async function openEventLog(
  line: NatsConnection,
  manager: JetStreamManager,
  client: JetStreamClient,
  config: Config['bus'],
  log: Log,
): Promise<EventLog> {
  const { name } = eventStream(config)
  const kept = `${config.namespace}.events`
  const live = `${config.namespace}.live`
  const working: ConsumerMessages[] = []
  const followers = new Set<Follower>()
  const inTurn = createTurns(appending)
  const ensureStream = () => keepStream(manager, name, eventStream(config).wanted)
  await ensureStream()
  let epoch = toEpoch((await manager.streams.info(name)).created)
  void (async () => {
    // Subscriptions come back by themselves; what was said meanwhile does not.
    for await (const { type } of line.status()) {
      if (type === 'reconnect') for (const follower of followers) follower.missed()
    }
  })()

  async function bounds() {
    const { state, created } = await manager.streams.info(name).catch((error) => {
      throw new UnavailableError(error)
    })
    epoch = toEpoch(created)
    return { first: state.first_seq, last: state.last_seq }
  }

  function toMessage(subject: string, sequence: number, loggedAt: Date, text: string): EventMessage {
    const [accountId = '', kind = ''] = subject.slice(kept.length + 1).split('.')
    return { sequence, accountId: Number(accountId), kind, loggedAt, text }
  }
  const toKept = (message: JsMsg) => toMessage(message.subject, message.seq, message.time, message.string())

  return {
    async append(accountId, kind, text, id = randomText(16)) {
      const beganAt = performance.now()
      try {
        await inTurn(0, () => client.publish(`${kept}.${accountId}.${kind}`, text, { msgID: id }))
        metrics.append.observe({ log: 'events' }, (performance.now() - beganAt) / 1_000)
      } catch (error) {
        metrics.appendFailures.inc({ log: 'events' })
        // A log that somebody deleted is made anew for the next try.
        if (isUnheard(error)) await ensureStream().catch(() => {})
        throw new UnavailableError(error)
      }
    },

    async read(accountId, after, most, kinds = ['>']) {
      const from = {
        filter_subjects: kinds.map((kind) => `${kept}.${accountId}.${kind}`),
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
      }
      const { messages, pending } = await readStretch(manager, client, name, from, most)
      return { messages: messages.map(toKept), isEnd: messages.length === pending }
    },

    bounds,
    epoch: () => epoch,

    async follow(accountId, follower) {
      const last = new Map<string, number>()
      let from = Number.POSITIVE_INFINITY
      const subscription = line.subscribe(`${live}.${accountId}.>`, {
        callback: (error, message) => {
          if (error) return follower.missed()
          const { said, previous } = toLive(message)
          const isWhole = previous <= (last.get(message.subject) ?? from)
          last.set(message.subject, said.sequence)
          if (isWhole) follower.hear(said)
          else follower.missed()
        },
      })
      followers.add(follower)
      const stop = () => {
        followers.delete(follower)
        subscription.unsubscribe()
      }
      try {
        // On the same line, so after the subscription.
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
        filter_subject: `${kept}.*.${kind}`,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: 1_000,
      })
      const consumer = await client.consumers.get(name, worker)
      const messages = await consumer.consume({ max_messages: 100 })
      working.push(messages)
      void (async () => {
        for await (const message of messages) await settle(message, () => work(toKept(message)), worker)
      })()
    },

    async stop() {
      await Promise.all(working.map((messages) => messages.close()))
    },
  }

  /** As the log says it again, with its own number and that of the one before it on the same subject. */
  function toLive(message: Msg): { said: EventMessage; previous: number } {
    const header = (key: string) => message.headers?.get(key) ?? ''
    const subject = kept + message.subject.slice(live.length)
    const loggedAt = new Date(header('Nats-Time-Stamp'))
    const said = toMessage(subject, Number(header('Nats-Sequence')), loggedAt, message.string())
    return { said, previous: Number(header('Nats-Last-Sequence')) }
  }

  /** Outcome to broker verb, in one place. What throws is tried again. */
  async function settle(message: JsMsg, work: () => Promise<Outcome>, worker: string) {
    let outcome: Outcome
    try {
      outcome = await work()
    } catch (error) {
      log.error({ err: error, worker, subject: message.subject }, 'events could not be worked on, will retry')
      outcome = { kind: 'retry', afterMs: Math.min(30_000, 500 * 2 ** message.info.deliveryCount) }
    }
    if (outcome.kind === 'done') message.ack()
    else if (outcome.kind === 'retry') message.nak(outcome.afterMs)
    else message.term(outcome.why)
  }
}

function toEpoch(created: Date | string): string {
  return new Date(created).getTime().toString(36)
}
