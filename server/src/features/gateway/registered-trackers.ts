// All registered identifiers in memory, as hashes. They are also kept beside the log: a gateway that starts while the
// database is unavailable still knows which trackers are registered, and admits no others.

import { hash } from 'node:crypto'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import * as queries from './gateway.queries.ts'

export interface RegisteredTrackers {
  /** Resolves once the identifiers are loaded, or cannot be. */
  readonly loaded: Promise<void>
  /** The account of the identifier, as of a few seconds ago. */
  findAccount(identifier: string): number | undefined
  stop(): void
}

type Shard = Map<number, number>

const shardCount = 256
const hashBytes = 6
const entryBytes = hashBytes + 4
const pageSize = 5_000
/** More than a gateway has connections by default. */
const maxRecent = 100_000
/** A device that is registered meanwhile must be admitted within 5 s. */
const pollEveryMs = 2_000
/** Longer than a transaction can last, so that none is missed. */
const lookBackSeconds = 30
/** Changes are listed for a day, and a scan repairs whatever was missed. */
const scanEveryMs = 3_600_000

export function createRegisteredTrackers(ctx: Pick<Context, 'bus' | 'db' | 'log'>): RegisteredTrackers {
  let shards: Shard[] = Array.from({ length: shardCount }, () => new Map())
  /** The accounts of trackers that report now: hashing costs more than everything else that a location needs of them. */
  const recent = new Map<string, number>()
  /** Shards that may differ from what is kept. */
  const changed = new Set<number>()
  let polledAtMs = performance.now()
  let scannedAtMs = Number.NEGATIVE_INFINITY
  let isPolling = false

  async function load(): Promise<void> {
    const found = await Promise.all(shards.map((_, index) => ctx.bus.snapshots.get(keyOf(index))))
    shards = found.map((bytes) => decode(Buffer.from(bytes ?? [])))
    recent.clear()
  }

  async function scan(): Promise<void> {
    const beganAtMs = performance.now()
    const fresh: Shard[] = Array.from({ length: shardCount }, () => new Map())
    for (let after = ''; ; ) {
      const page = await queries.listRegistered(ctx.db.directory, after, pageSize)
      for (const { identifier, accountId } of page) {
        const { shard, key } = locate(identifier)
        fresh[shard]!.set(key, accountId)
      }
      if (page.length < pageSize) break
      after = page.at(-1)!.identifier
    }
    shards = fresh
    recent.clear()
    for (const index of shards.keys()) changed.add(index)
    scannedAtMs = beganAtMs
    polledAtMs = beganAtMs
  }

  async function readChanges(): Promise<void> {
    const nowMs = performance.now()
    // Failed polls have missed changes: look back further.
    const seconds = lookBackSeconds + (nowMs - polledAtMs) / 1_000
    for (const { identifier, accountId } of await queries.listChanges(ctx.db.directory, seconds)) {
      const { shard, key } = locate(identifier)
      if (shards[shard]!.get(key) === (accountId ?? undefined)) continue
      recent.delete(identifier)
      if (accountId === null) shards[shard]!.delete(key)
      else shards[shard]!.set(key, accountId)
      changed.add(shard)
    }
    polledAtMs = nowMs
  }

  /** Several processes keep the same shards; only what differs is written. */
  async function keepShards(): Promise<void> {
    for (const index of changed) {
      const encoded = encode(shards[index]!)
      const kept = await ctx.bus.snapshots.get(keyOf(index))
      if (!encoded.equals(kept ?? Buffer.alloc(0))) await ctx.bus.snapshots.put(keyOf(index), encoded)
      changed.delete(index)
    }
  }

  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    try {
      await (performance.now() - scannedAtMs > scanEveryMs ? scan() : readChanges())
      await keepShards()
    } catch (error) {
      ctx.log.debug({ err: error }, 'registered trackers not refreshed')
    } finally {
      isPolling = false
    }
  }

  const loading = load().catch((error) => ctx.log.warn({ err: error }, 'registered trackers not loaded'))
  const timer = setInterval(() => inBackground(ctx, poll()), pollEveryMs)
  timer.unref()
  inBackground(ctx, loading.then(poll))

  return {
    loaded: loading,
    findAccount(identifier) {
      const known = recent.get(identifier)
      if (known !== undefined) return known
      const { shard, key } = locate(identifier)
      const accountId = shards[shard]!.get(key)
      if (accountId === undefined) return undefined
      if (recent.size >= maxRecent) recent.clear()
      recent.set(identifier, accountId)
      return accountId
    },
    stop: () => clearInterval(timer),
  }
}

const keyOf = (index: number) => `registered-${index}`

function locate(identifier: string): { shard: number; key: number } {
  const digest = hash('sha256', identifier, 'buffer')
  return { shard: digest[0]!, key: digest.readUIntBE(1, hashBytes) }
}

/** Sorted, so that equal shards have equal bytes. */
function encode(shard: Shard): Buffer {
  const bytes = Buffer.alloc(shard.size * entryBytes)
  const sorted = [...shard].sort(([one], [other]) => one - other)
  for (const [index, [key, accountId]] of sorted.entries()) {
    bytes.writeUIntBE(key, index * entryBytes, hashBytes)
    bytes.writeUInt32BE(accountId, index * entryBytes + hashBytes)
  }
  return bytes
}

function decode(bytes: Buffer): Shard {
  const shard: Shard = new Map()
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    shard.set(bytes.readUIntBE(at, hashBytes), bytes.readUInt32BE(at + hashBytes))
  }
  return shard
}
