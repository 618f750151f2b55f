import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Nats } from './nats.ts'
import { startNatsCluster } from './nats-cluster.ts'
import { connectNats } from './nats-connect.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-cluster-'))
let nodes: Nats[] = []

beforeAll(async () => {
  nodes = await startNatsCluster({ dir, nodes: 3 })
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  rmSync(dir, { recursive: true })
})

test('stores each message on three nodes, survives the loss of one, and recovers', async () => {
  const urls = nodes.map(({ url }) => url)
  const before = await connectNats(...urls)
  const streams = (await jetstreamManager(before)).streams
  // A newly elected leader needs a moment until it can place three replicas.
  await expect.poll(() => streams.add({ name: 'KEPT', subjects: ['kept'], num_replicas: 3 })).toBeTruthy()
  const follower = (await streams.info('KEPT')).cluster!.replicas![0]!
  await jetstream(before).publish('kept', 'on three nodes')

  await nodes.find((node) => node.dir.endsWith(follower.name))!.kill()
  // The connection may have been to the killed node.
  const publish = () => jetstream(before).publish('kept', 'on two nodes', { msgID: 'second', timeout: 1_000 })
  await expect.poll(publish).toBeTruthy()
  await before.close()
  await Promise.all(nodes.map((node) => node.stop()))
  nodes = await startNatsCluster({ dir, nodes: 3 })

  expect(nodes.map(({ url }) => url)).toEqual(urls)
  const after = await connectNats(...urls)
  const again = (await jetstreamManager(after, { timeout: 1_000, checkAPI: false })).streams
  // A stream elects its leader after the cluster has elected its own, and does not answer before.
  await expect.poll(async () => (await again.info('KEPT')).state.messages).toBe(2)
  await after.close()
  // The cluster may need three starts.
}, 240_000)
