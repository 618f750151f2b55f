import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connectNats } from '../../../scripts/services/nats-connect.ts'
import type { Ward } from '../ward.ts'
import type { PlantedFault } from './plant.ts'
import { set } from './plant.ts'

const events = { name: 'rastro-EVENTS', subjects: ['rastro.events.>'] } as const
const log = { name: 'rastro-LOCATIONS', subjects: ['rastro.locations.*'] } as const

export const ofNats: PlantedFault[] = [
  {
    name: 'NATS syncing only periodically',
    id: 'nats.sync',
    plant: ({ nats }) => changeNats(nats, (config) => config.replace(/\n +sync_interval.*/, '')),
  },
  {
    name: 'a NATS monitor on all addresses',
    id: 'nats.monitor-open',
    plant: ({ nats }) => changeNats(nats, (config) => config.replace('http: "127.0.0.1', 'http: "0.0.0.0')),
  },
  {
    name: 'streams larger than the NATS store',
    id: 'nats.disk',
    async plant({ nats, env }) {
      await changeNats(nats, (config) =>
        config.replace('jetstream {', 'jetstream {\n  max_file_store: 100MB'),
      )
      env.RASTRO_LOCATION_LOG_MAX_MB = '2000'
    },
  },
  {
    name: 'more replicas than servers',
    id: 'nats.replicas',
    plant: set({ RASTRO_STREAM_REPLICAS: '3' }),
  },
  {
    name: 'a log that drops unstored messages',
    id: 'nats.stream-settings',
    plant: (ward) =>
      inNats(ward, ({ manager }) => manager.streams.add({ ...log, discard: 'old' }).then(() => {})),
  },
  {
    name: 'a nearly full log',
    id: 'nats.log-full',
    plant: (ward) =>
      inNats(ward, async ({ manager, client }) => {
        await manager.streams.add({ ...log, max_bytes: 16 * 1024 ** 2 })
        const half = JSON.stringify({ rows: [], padding: 'x'.repeat(512 * 1024) })
        for (let sent = 0; sent < 30; sent += 1) await client.publish('rastro.locations.0', half)
      }),
  },
  {
    name: 'an event log that a few hours fill',
    id: 'nats.event-log-short',
    plant: (ward) =>
      inNats(ward, async ({ manager, client }) => {
        await manager.streams.delete(events.name).catch(() => {})
        await manager.streams.add({ ...events, max_bytes: 16 * 1024 ** 2 })
        const half = 'x'.repeat(512 * 1024)
        for (let sent = 0; sent < 28; sent += 1) await client.publish('rastro.events.1.location', half)
      }),
  },
  {
    name: 'fewer partitions than the log has',
    id: 'nats.partitions',
    plant: (ward) =>
      inNats(ward, async ({ manager }) => {
        await manager.streams.add(log)
        await manager.consumers.add(log.name, { durable_name: 'recorder-7', ack_policy: 'explicit' })
      }),
  },
  {
    name: 'locations without a recorder',
    id: 'nats.lag',
    plant: (ward) =>
      inNats(ward, async ({ manager, client }) => {
        await manager.streams.add(log)
        await client.publish('rastro.locations.0', '{"rows":[]}')
      }),
  },
]

type Nats = Ward['nats']
async function changeNats(nats: Nats, change: (config: string) => string): Promise<void> {
  nats.config = change(nats.config)
  await nats.restart()
}

async function inNats(
  { nats }: Ward,
  // biome-ignore lint/suspicious/noExplicitAny: planted faults use invalid values on purpose.
  work: (nats: { manager: any; client: any }) => Promise<void>,
): Promise<void> {
  const connection = await connectNats(nats.url)
  const manager = await jetstreamManager(connection)
  await manager.streams.delete(log.name).catch(() => {})
  await work({ manager, client: jetstream(connection) })
  await connection.close()
}
