// The state of NATS for the doctor. Read-only: missing streams are not created.

import type { StreamConfig } from '@nats-io/jetstream'
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { eventStream } from './event-log.ts'
import { frameStream } from './frame-log.ts'
import { locationStream } from './location-log.ts'
import { findOldestPending } from './log-reader.ts'
import { snapshotStream } from './snapshots.ts'
import type { WantedStream } from './streams.ts'
import { connectOptionsOf, listDifferences } from './streams.ts'

export interface BusState {
  /** Number of servers in the cluster; 1 without a cluster. */
  servers: number
  locations: StreamState
  events: StreamState
  /** Undefined where frames are not kept. */
  frames: StreamState | undefined
  snapshots: StreamState
  /** The keys of the snapshots. */
  snapshotKeys: string[]
}

export interface StreamState {
  name: string
  maxBytes: number
  /** Undefined where the stream does not exist. */
  found: FoundStream | undefined
}

export interface FoundStream {
  /** Settings that differ from the wanted ones, for example `discard is old, not new`. */
  differences: string[]
  bytes: number
  messages: number
  /** When its oldest message was appended. */
  firstAt: Date
  replicas: number
  consumers: ConsumerState[]
}

/** A durable consumer of a stream, and its progress. */
export interface ConsumerState {
  name: string
  /** Messages not delivered yet. */
  waiting: number
  /** Messages delivered and not acknowledged. */
  unacknowledged: number
  /** A process is fetching messages now. */
  isFetching: boolean
  /** When the oldest of these messages was appended. */
  oldestAt: Date | undefined
}

const timeoutMs = 4_000

export async function inspectBus(config: Config['bus']): Promise<BusState> {
  const connection = await connect({
    ...connectOptionsOf(config.natsUrls),
    name: 'rastro-doctor',
    reconnect: false,
    timeout: timeoutMs,
  })
  try {
    const manager = await jetstreamManager(connection, { timeout: timeoutMs })

    async function inspect({ name, wanted }: WantedStream): Promise<StreamState> {
      const maxBytes = wanted.max_bytes ?? 0
      try {
        const { config: actual, state } = await manager.streams.info(name)
        const consumers: ConsumerState[] = []
        for await (const info of manager.consumers.list(name)) {
          const { num_pending: waiting, num_ack_pending: unacknowledged, num_waiting: asking } = info
          if (!info.config.durable_name) continue
          const oldestAt = info.config.filter_subject && (await findOldestPending(manager, name, info))
          consumers.push({
            name: info.name,
            waiting,
            unacknowledged,
            isFetching: asking > 0,
            oldestAt: oldestAt || undefined,
          })
        }
        const differences = listDifferences(actual, wanted).map((key) => describe(key, actual, wanted))
        const { bytes, messages } = state
        const firstAt = new Date(state.first_ts)
        return {
          name,
          maxBytes,
          found: { differences, bytes, messages, firstAt, replicas: actual.num_replicas, consumers },
        }
      } catch (error) {
        if (error instanceof JetStreamApiError && error.status === 404)
          return { name, maxBytes, found: undefined }
        throw error
      }
    }
    async function listKeys({ name, wanted }: WantedStream): Promise<string[]> {
      const [filter = ''] = wanted.subjects ?? []
      const { state } = await manager.streams.info(name, { subjects_filter: filter })
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(filter.length - 1))
    }
    const snapshots = await inspect(snapshotStream(config))
    const frames = frameStream(config)
    // With no_advertise a server names only itself; then the configured ones count.
    const advertised = connection.info?.connect_urls?.length ?? 1
    const servers = connection.info?.cluster ? Math.max(advertised, config.natsUrls.length) : 1
    return {
      servers,
      locations: await inspect(locationStream(config)),
      events: await inspect(eventStream(config)),
      frames: frames && (await inspect(frames)),
      snapshots,
      snapshotKeys: snapshots.found ? await listKeys(snapshotStream(config)) : [],
    }
  } finally {
    await connection.close()
  }
}

function describe(key: keyof StreamConfig, actual: StreamConfig, wanted: Partial<StreamConfig>): string {
  const format = (config: Partial<StreamConfig>) =>
    key === 'max_age' || key === 'duplicate_window'
      ? `${Number(config[key]) / 1e9} s`
      : typeof config[key] === 'object'
        ? JSON.stringify(config[key])
        : String(config[key] ?? 'not set')
  return `${key} is ${format(actual)}, not ${format(wanted)}`
}
