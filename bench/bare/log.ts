// JetStream alone: publishes and consumes the same batches with the same sync setting.

import { AckPolicy, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connectNats } from '../../scripts/services/nats-connect.ts'
import type { Installation } from '../installation.ts'

const rowsPerMessage = 100
const inFlight = 64

/** Locations a second: the slower of publishing and consuming. */
export async function bareLog({ services }: Installation, seconds: number): Promise<number> {
  const connection = await connectNats(services.nats.url)
  const manager = await jetstreamManager(connection)
  const client = jetstream(connection)
  const name = `BARE${Date.now()}`
  await manager.streams.add({ name, subjects: [`${name}.*`], storage: StorageType.File })
  const row = [
    '356307042441013',
    Date.now(),
    Date.now(),
    404_168_000,
    -37_038_000,
    1_234_567,
    650,
    523,
    1_234,
    null,
    9,
    null,
    'teltonika',
  ]
  const payload = JSON.stringify({ rows: Array.from({ length: rowsPerMessage }, () => row) })

  let published = 0
  const endsAt = performance.now() + seconds * 500
  const startedAt = performance.now()
  async function lane() {
    while (performance.now() < endsAt) {
      await client.publish(`${name}.0`, payload)
      published += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const publishedPerSecond = (published * rowsPerMessage) / ((performance.now() - startedAt) / 1_000)

  await manager.consumers.add(name, { durable_name: 'bare', ack_policy: AckPolicy.Explicit })
  const consumer = await client.consumers.get(name, 'bare')
  const consumeStartedAt = performance.now()
  let consumed = 0
  for await (const message of await consumer.consume({ max_messages: 256 })) {
    message.ack()
    consumed += 1
    if (consumed === published) break
  }
  const consumedPerSecond = (consumed * rowsPerMessage) / ((performance.now() - consumeStartedAt) / 1_000)
  await manager.streams.delete(name)
  await connection.close()
  return Math.min(publishedPerSecond, consumedPerSecond)
}
