// Shared by all JetStream streams: creating and updating them, retrying while the cluster starts, classifying errors.

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
const retryForMs = 30_000
const readTimeoutMs = 5_000

/** NATS reserves the maximum size of a stream; without a limit of its own its store is 3/4 of the free disk. */
export class StoreTooSmallError extends Error {
  override name = 'StoreTooSmallError'
  constructor(stream: string, bytes: number | undefined) {
    const size = bytes === undefined ? '' : ` of ${Math.ceil(bytes / 1024 ** 2)} MB`
    super(
      `The NATS store has no room for the stream ${stream}${size}. Enlarge it (a larger disk, or max_file_store), or ` +
        'lower RASTRO_LOCATION_LOG_MAX_MB, RASTRO_EVENT_LOG_MAX_MB and RASTRO_FRAME_LOG_MAX_MB.\n' +
        'Run "rastro doctor" for values that fit.',
    )
  }
}

/** Creates the stream, or updates the existing one. */
export async function keepStream(
  manager: JetStreamManager,
  name: string,
  wanted: Omit<Partial<StreamConfig>, 'name'>,
): Promise<void> {
  try {
    await createOrUpdate(manager, name, wanted)
  } catch (error) {
    const hasNoRoom = error instanceof JetStreamApiError && error.code === storageExceeded
    throw hasNoRoom ? new StoreTooSmallError(name, wanted.max_bytes) : error
  }
}

async function createOrUpdate(
  manager: JetStreamManager,
  name: string,
  wanted: Omit<Partial<StreamConfig>, 'name'>,
): Promise<void> {
  await retryUntilReady(async () => {
    try {
      const { config } = await manager.streams.info(name)
      // A server that crashes during an update can lose the stream, so unchanged streams are not updated.
      if (listDifferences(config, wanted).length > 0) await manager.streams.update(name, wanted)
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== streamNotFound) throw error
      await manager.streams.add({ name, ...wanted })
    }
  })
}

/**
 * Reads a chunk of messages, and how many were pending. Each chunk has its own ephemeral consumer, so a restarted server
 * needs only a retry.
 */
export async function readChunk(
  manager: JetStreamManager,
  client: JetStreamClient,
  name: string,
  from: Partial<ConsumerConfig>,
  limit: number,
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
    const wanted = { max_messages: Math.min(limit, pending), expires: readTimeoutMs }
    for await (const message of await consumer.fetch(wanted)) messages.push(message)
    return { messages, pending }
  } finally {
    manager.consumers.delete(name, reader.name).catch(() => {})
  }
}

/** The NATS settings of a stream that differ from the wanted ones. */
export function listDifferences(
  config: StreamConfig,
  wanted: Omit<Partial<StreamConfig>, 'name'>,
): (keyof StreamConfig)[] {
  const keys = Object.keys(wanted) as (keyof typeof wanted)[]
  return keys.filter((key) => !isDeepStrictEqual(config[key], wanted[key]))
}

/** The client does not read user and password out of a URL. */
export function connectOptionsOf(urls: string[]) {
  const parsed = urls.map((url) => new URL(url))
  const { username, password } = parsed[0]!
  return {
    servers: parsed.map((url) => url.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
  }
}

/** A cluster that has just started or lost a node does not respond for a while. */
export async function retryUntilReady<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + retryForMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isFinal = error instanceof JetStreamApiError && !transientCodes.has(error.code)
      if (isFinal || performance.now() > deadline) throw error
      await sleep(retryAfterMs)
    }
  }
}

/** The stream is at a limit; an immediate retry fails too. */
export function isFull(error: unknown): boolean {
  return error instanceof JetStreamApiError && fullCodes.has(error.code)
}

/** No stream takes the subject: it does not exist, or has no leader. */
export function hasNoStream(error: unknown): boolean {
  return (error as Error).name === 'JetStreamNotEnabled'
}

// Numbers: server/errors.json of nats-server.
const streamNotFound = 10_059
const storageExceeded = 10_047
/** No peers for placement yet, not available, no leader yet. */
const transientCodes = new Set([10_005, 10_008, 10_009])
/** Resources, storage, messages or bytes are at their limit. */
const fullCodes = new Set([10_023, storageExceeded, 10_076, 10_077])
