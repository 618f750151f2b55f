// The way to NATS JetStream: news is published durably, and consumed at least once.

import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { connect, nanos } from '@nats-io/transport-node'
import type { Config } from '../config.ts'
import type { PartitionedLog } from './bus-log.ts'
import { keepStream, openPartitionedLog, patiently } from './bus-log.ts'
import { UnavailableError } from './errors.ts'
import type { Log } from './log.ts'

/** A kind of news. `T` is what it says; the subject ends in the account, so that each account can be followed alone. */
export interface News<T> {
  readonly name: string
  readonly says?: T
}
export function defineNews<T>(name: string): News<T> {
  return { name }
}

/** What became of one piece of news: finished with, to be delivered again, or never to be delivered again. */
export type Outcome = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'reject'; why: string }
export const done: Outcome = { kind: 'done' }

export interface Bus {
  /** Resolves once the log holds it. The same id within two minutes is kept once. */
  publish<T>(news: News<T>, accountId: number, says: T, id: string): Promise<void>
  consume<T>(
    news: News<T>,
    worker: string,
    work: (says: T, accountId: number) => Promise<Outcome>,
  ): Promise<void>
  /** The durable log between whoever hears locations and whoever stores them. */
  readonly locations: PartitionedLog
  isReady(): boolean
  close(): Promise<void>
}

const ackWaitMs = 30_000
const hours = 3_600_000

export async function connectBus(config: Config['bus'], log: Log): Promise<Bus> {
  const line = await connect({
    ...addressOf(config.natsUrls),
    name: 'rastro',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
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
  const eventsStream = `${config.namespace}-EVENTS`
  const subjectOf = (name: string, account: number | '*') => `${config.namespace}.events.${name}.${account}`
  const consuming: ConsumerMessages[] = []
  let ready = true
  void (async () => {
    for await (const { type } of line.status()) {
      if (type === 'disconnect') ready = false
      if (type === 'reconnect') ready = true
      if (type === 'disconnect' || type === 'reconnect') log.warn({ bus: type }, `bus: ${type}`)
    }
  })()

  await ensureStream()
  const locations = await openPartitionedLog(line, manager, stream, config, log)

  async function ensureStream() {
    const wanted = {
      subjects: [`${config.namespace}.events.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(72 * hours),
      max_bytes: config.eventsMaxMb * 1024 ** 2,
      duplicate_window: nanos(120_000),
      num_replicas: config.replicas,
    }
    await keepStream(manager, eventsStream, wanted)
  }

  return {
    async publish(news, accountId, says, id) {
      try {
        await stream.publish(subjectOf(news.name, accountId), JSON.stringify(says), { msgID: id })
      } catch (error) {
        throw new UnavailableError(error)
      }
    },

    async consume(news, worker, work) {
      await manager.consumers.add(eventsStream, {
        durable_name: worker,
        filter_subject: subjectOf(news.name, '*'),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: 1_000,
      })
      const consumer = await stream.consumers.get(eventsStream, worker)
      const messages = await consumer.consume({ max_messages: 100 })
      consuming.push(messages)
      void (async () => {
        for await (const message of messages) {
          const accountId = Number(message.subject.slice(message.subject.lastIndexOf('.') + 1))
          await settle(message, () => work(message.json(), accountId), worker)
        }
      })()
    },

    locations,

    isReady: () => ready,

    async close() {
      await Promise.all(consuming.map((messages) => messages.close()))
      await locations.stop()
      await line.drain()
    },
  }

  /** Outcome to broker verb, in one place. What throws is tried again. */
  async function settle(message: JsMsg, work: () => Promise<Outcome>, worker: string) {
    let outcome: Outcome
    try {
      outcome = await work()
    } catch (error) {
      log.error({ err: error, worker, subject: message.subject }, 'news could not be worked on, will retry')
      outcome = { kind: 'retry', afterMs: Math.min(30_000, 500 * 2 ** message.info.deliveryCount) }
    }
    if (outcome.kind === 'done') message.ack()
    else if (outcome.kind === 'retry') message.nak(outcome.afterMs)
    else message.term(outcome.why)
  }
}

/** The client does not read user and password out of a URL. */
function addressOf(urls: string[]) {
  const parsed = urls.map((url) => new URL(url))
  const { username, password } = parsed[0]!
  return {
    servers: parsed.map((url) => url.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
  }
}
