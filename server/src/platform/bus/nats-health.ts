// How NATS stands, for who examines it. Asks and changes nothing: what is missing stays missing.

import type { StreamConfig } from '@nats-io/jetstream'
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Config } from '../../config/config.ts'
import { eventStream } from './event-log.ts'
import { frameStream } from './frame-log.ts'
import { locationStream } from './location-log.ts'
import type { WantedStream } from './streams.ts'
import { addressOf, listDifferences } from './streams.ts'

export interface BusState {
  /** How many servers are in the cluster; one where there is none. */
  servers: number
  locations: StreamState
  events: StreamState
  /** Undefined where none are kept. */
  frames: StreamState | undefined
}

export interface StreamState {
  name: string
  maxBytes: number
  /** Undefined where there is no such stream. */
  found: FoundStream | undefined
}

export interface FoundStream {
  /** What is not as wanted, as `discard is old, not new`. */
  differences: string[]
  bytes: number
  messages: number
  replicas: number
  takers: Taker[]
}

/** Who takes from a stream, and how far it has come. */
export interface Taker {
  name: string
  /** Not handed out yet. */
  waiting: number
  /** Handed out and not acknowledged. */
  inWork: number
  /** Somebody asks for more at this moment. */
  isAsking: boolean
}

const answerWithinMs = 4_000

export async function lookAtBus(config: Config['bus']): Promise<BusState> {
  const line = await connect({
    ...addressOf(config.natsUrls),
    name: 'rastro-doctor',
    reconnect: false,
    timeout: answerWithinMs,
  })
  try {
    const manager = await jetstreamManager(line, { timeout: answerWithinMs })

    async function look({ name, wanted }: WantedStream): Promise<StreamState> {
      const maxBytes = wanted.max_bytes ?? 0
      try {
        const { config: is, state } = await manager.streams.info(name)
        const takers: Taker[] = []
        for await (const info of manager.consumers.list(name)) {
          const { num_pending: waiting, num_ack_pending: inWork, num_waiting: asking } = info
          if (info.config.durable_name)
            takers.push({ name: info.name, waiting, inWork, isAsking: asking > 0 })
        }
        const differences = listDifferences(is, wanted).map((key) => describe(key, is, wanted))
        const { bytes, messages } = state
        return { name, maxBytes, found: { differences, bytes, messages, replicas: is.num_replicas, takers } }
      } catch (error) {
        if (error instanceof JetStreamApiError && error.status === 404)
          return { name, maxBytes, found: undefined }
        throw error
      }
    }
    const frames = frameStream(config)
    const others = line.info?.cluster ? (line.info.connect_urls?.length ?? 1) : 1
    return {
      servers: Math.max(1, others),
      locations: await look(locationStream(config)),
      events: await look(eventStream(config)),
      frames: frames && (await look(frames)),
    }
  } finally {
    await line.close()
  }
}

function describe(key: keyof StreamConfig, is: StreamConfig, wanted: Partial<StreamConfig>): string {
  const said = (config: Partial<StreamConfig>) =>
    key === 'max_age' || key === 'duplicate_window'
      ? `${Number(config[key]) / 1e9} s`
      : typeof config[key] === 'object'
        ? JSON.stringify(config[key])
        : String(config[key] ?? 'not set')
  return `${key} is ${said(is)}, not ${said(wanted)}`
}
