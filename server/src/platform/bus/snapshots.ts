// Small values by key that survive an outage of the database: what the gateway must know to serve trackers without it.

import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { Config } from '../../config/config.ts'
import type { WantedStream } from './streams.ts'
import { keepStream } from './streams.ts'

export interface Snapshots {
  /** Replaces the value. Resolves once it is stored. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** All keys that begin so. */
  keys(prefix: string): Promise<string[]>
}

const timeoutMs = 5_000

export function snapshotStream(config: Config['bus']): WantedStream {
  return {
    name: `${config.namespace}-SNAPSHOTS`,
    wanted: {
      subjects: [`${config.namespace}.snapshots.*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
      allow_direct: true,
      num_replicas: config.replicas,
    },
  }
}

export async function openSnapshots(
  manager: JetStreamManager,
  client: JetStreamClient,
  config: Config['bus'],
): Promise<Snapshots> {
  const { name, wanted } = snapshotStream(config)
  const subjectOf = (key: string) => `${config.namespace}.snapshots.${key}`
  await keepStream(manager, name, wanted)
  return {
    async put(key, bytes) {
      await client.publish(subjectOf(key), bytes, { timeout: timeoutMs })
    },
    async get(key) {
      return (await manager.direct.getMessage(name, { last_by_subj: subjectOf(key) }))?.data
    },
    async keys(prefix) {
      const { state } = await manager.streams.info(name, { subjects_filter: subjectOf('*') })
      const keys = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(subjectOf('').length))
      return keys.filter((key) => key.startsWith(prefix)).sort()
    },
  }
}
