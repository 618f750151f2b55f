// What every stream of NATS needs: to be there as wanted, patience with a cluster that starts, and names for its refusals.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type {
  ConsumerConfig,
  JetStreamClient,
  JetStreamManager,
  JsMsg,
  StreamConfig,
} from '@nats-io/jetstream'
import { AckPolicy, JetStreamApiError, ReplayPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'

export interface WantedStream {
  name: string
  wanted: Omit<Partial<StreamConfig>, 'name'>
}

const retryAfterMs = 500
const patienceMs = 30_000
const readTimeoutMs = 5_000

/** Makes the stream, or changes the one that is there. */
export async function keepStream(
  manager: JetStreamManager,
  name: string,
  wanted: Omit<Partial<StreamConfig>, 'name'>,
): Promise<void> {
  await patiently(async () => {
    try {
      const { config } = await manager.streams.info(name)
      // A server that dies while it writes what did not change would lose the stream.
      if (listDifferences(config, wanted).length > 0) await manager.streams.update(name, wanted)
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== streamNotFound) throw error
      await manager.streams.add({ name, ...wanted })
    }
  })
}

/**
 * Some messages from a place on, and how many there were. Each stretch has a reader of its own, so that a server that starts
 * anew meanwhile is only asked again.
 */
export async function readStretch(
  manager: JetStreamManager,
  client: JetStreamClient,
  name: string,
  from: Partial<ConsumerConfig>,
  most: number,
): Promise<{ messages: JsMsg[]; pending: number }> {
  const reader = await manager.consumers.add(name, {
    ...from,
    replay_policy: ReplayPolicy.Instant,
    ack_policy: AckPolicy.None,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(readTimeoutMs * 2),
  })
  try {
    const messages: JsMsg[] = []
    const pending = reader.num_pending
    if (pending === 0) return { messages, pending }
    const consumer = client.consumers.getConsumerFromInfo(reader)
    const wanted = { max_messages: Math.min(most, pending), expires: readTimeoutMs }
    for await (const message of await consumer.fetch(wanted)) messages.push(message)
    return { messages, pending }
  } finally {
    void manager.consumers.delete(name, reader.name).catch(() => {})
  }
}

/** What of a stream is not as wanted, by the names that NATS has for it. */
export function listDifferences(
  config: StreamConfig,
  wanted: Omit<Partial<StreamConfig>, 'name'>,
): (keyof StreamConfig)[] {
  const keys = Object.keys(wanted) as (keyof typeof wanted)[]
  return keys.filter((key) => !isDeepStrictEqual(config[key], wanted[key]))
}

/** The client does not read user and password out of a URL. */
export function addressOf(urls: string[]) {
  const parsed = urls.map((url) => new URL(url))
  const { username, password } = parsed[0]!
  return {
    servers: parsed.map((url) => url.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
  }
}

/** A cluster that has just started, or lost a node, does not answer for a while. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isFinal = error instanceof JetStreamApiError && !passingCodes.has(error.code)
      if (isFinal || performance.now() > deadline) throw error
      await sleep(retryAfterMs)
    }
  }
}

/** Trying again at once would not help: somebody has to make room. */
export function isFull(error: unknown): boolean {
  return error instanceof JetStreamApiError && fullCodes.has(error.code)
}

/** Nobody has the subject: no stream is there, or none that leads. */
export function isUnheard(error: unknown): boolean {
  return (error as Error).name === 'JetStreamNotEnabled'
}

// Numbers: server/errors.json of nats-server.
const streamNotFound = 10_059
/** No peers for placement yet, not available, no leader yet. */
const passingCodes = new Set([10_005, 10_008, 10_009])
/** Resources, storage, messages or bytes are at their limit. */
const fullCodes = new Set([10_023, 10_047, 10_076, 10_077])
