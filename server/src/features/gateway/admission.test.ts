// Unregistered trackers never reach the durable log, however slow or unavailable the database is.

import { createSocket } from 'node:dgram'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  sendDatagram,
  teltonika,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Context } from '../../platform/context.ts'
import { createPool } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'

let world: World
let account: MadeAccount
let gateway: RunningGateway
const imeis = imeisOf('35630704', 4_000)
const nextImei = () => imeis.pop()!
const stops: (() => Promise<unknown>)[] = []
const h02 = socketProtocols.find(({ name }) => name === 'h02')!

beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_DATABASE_POOL_SIZE: '1',
    RASTRO_LOG_LEVEL: 'silent',
  })
  account = await world.make.account({ licenses: 100 })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => world.close())

async function serve(ctx: Context = world.ctx): Promise<RunningGateway> {
  gateway = await startGateway(ctx)
  stops.push(gateway.stop)
  return gateway
}

async function register(): Promise<string> {
  const identifier = nextImei()
  await world.make.device(account, { identifier })
  return identifier
}

/** Serves once, with the database: afterwards the registered trackers are kept beside the log. */
async function keepRegistered(identifier: string): Promise<void> {
  const before = await startGateway(world.ctx)
  await expect.poll(() => isAcknowledged(identifier, before.port), { timeout: 10_000 }).toBe(true)
  await expect.poll(countKept, { timeout: 10_000 }).toBeGreaterThanOrEqual(await countRegistered())
  await before.stop()
}

async function countKept(): Promise<number> {
  const { snapshots } = world.ctx.bus
  const shards = await Promise.all(
    Array.from({ length: 256 }, (_, index) => snapshots.get(`registered-${index}`)),
  )
  return shards.reduce((sum, bytes) => sum + (bytes?.length ?? 0) / 10, 0)
}

async function countRegistered(): Promise<number> {
  const { rows } = await world.superuser.query('select count(*)::int as count from directory_identifiers')
  return rows[0].count
}

async function isAcknowledged(identifier: string, port = gateway.port): Promise<boolean> {
  const tracker = await connectTracker(port)
  try {
    tracker.send(teltonikaLogin(identifier))
    if ((await tracker.answer(1)) !== '01') return false
    tracker.send(teltonikaPacket(locationAgo(1)))
    return (await tracker.answer(4)) === countReply(1)
  } catch {
    return false
  } finally {
    tracker.close()
  }
}

const countLogged = async () => (await world.ctx.bus.locations.state()).lastSequence

/** Takes the only connection of the pool until the returned function is called. */
async function saturatePool(): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const working = world.ctx.db.begin('directory', async () => {
    begun.resolve()
    await promise
  })
  await begun.promise
  return async () => {
    resolve()
    await working
  }
}

async function flood(port: number, datagrams: Buffer[]): Promise<void> {
  const socket = createSocket('udp4')
  for (const datagram of datagrams) {
    await new Promise<void>((resolve) => socket.send(datagram, port, '127.0.0.1', () => resolve()))
  }
  socket.close()
}

const datagramOf = (imei: string) => teltonika.encode.datagrams!(imei, [locationAgo(1)], 5)[0]!

describe('with a saturated pool', () => {
  test('a flood of unregistered trackers does not reach the log, and registered ones are served', async () => {
    const [seen, neverSeen] = [await register(), await register()]
    await keepRegistered(seen)
    await serve()
    const release = await saturatePool()
    try {
      const before = await countLogged()
      const tracker = await connectTracker(gateway.port)
      tracker.send(h02.encode.locations(nextImei(), [locationAgo(1)], 1)[0]!)
      await flood(
        gateway.port,
        Array.from({ length: 1_000 }, () => datagramOf(nextImei())),
      )
      expect(await tracker.isClosed(8_000)).toBe(true)
      expect(await sendDatagram(gateway.port, datagramOf(nextImei()), 2_000)).toBeUndefined()
      await flood(
        gateway.port,
        Array.from({ length: 1_000 }, () => datagramOf(nextImei())),
      )
      expect(await countLogged()).toBe(before)
      expect(await isAcknowledged(seen)).toBe(true)
      expect(await isAcknowledged(neverSeen)).toBe(true)
    } finally {
      await release()
    }
  })
})

test('a gateway that starts without a database serves the registered trackers and no others', async () => {
  const identifier = await register()
  await keepRegistered(identifier)
  const db = createPool(
    { ...world.ctx.config.db, databaseUrl: 'postgresql://rastro_app@127.0.0.1:1/none' },
    world.ctx.log,
  )
  stops.push(() => db.end())
  await serve({ ...world.ctx, db })
  const before = await countLogged()
  expect(await isAcknowledged(nextImei())).toBe(false)
  expect(await countLogged()).toBe(before)
  expect(await isAcknowledged(identifier)).toBe(true)
  expect(await countLogged()).toBeGreaterThan(before)
})

test('a deleted device is no longer admitted without a database', async () => {
  const identifier = nextImei()
  const { id } = await world.make.device(account, { identifier })
  await keepRegistered(identifier)
  const before = await startGateway(world.ctx)
  const deleted = await world.call('DELETE', `/api/devices/${id}`, { token: account.token })
  expect(deleted.status).toBe(200)
  await expect.poll(countKept, { timeout: 10_000 }).toBe(await countRegistered())
  await before.stop()
})

describe('the address of many unregistered trackers', () => {
  test('has no more of them looked up, but its registered trackers are served', async () => {
    const identifier = await register()
    const { config } = world.ctx
    await serve({ ...world.ctx, config: { ...config, gateway: { ...config.gateway, unknownPerMinute: 5 } } })
    const countRefused = async () =>
      (await metrics.refused.get()).values.find(({ labels }) => labels.reason === 'too_many_unknown')
        ?.value ?? 0
    for (let sent = 0; sent < 20; sent += 1) await isAcknowledged(nextImei())
    expect(await countRefused()).toBeGreaterThan(0)
    await expect.poll(() => isAcknowledged(identifier), { timeout: 5_000 }).toBe(true)
  })
})

test('the quarantine has never more than 10,000 trackers', async () => {
  await world.superuser.query(`
    insert into quarantine (identifier, protocol, first_seen_at, last_seen_at)
    select 'old-' || n, 'h02', now() - interval '1 hour', now() - interval '1 hour'
    from generate_series(1, 10000) as n on conflict do nothing`)
  await serve()
  const last = nextImei()
  await flood(gateway.port, [...Array.from({ length: 100 }, () => datagramOf(nextImei())), datagramOf(last)])
  const isNoted = async () =>
    (await world.superuser.query('select from quarantine where identifier = $1', [last])).rows.length > 0
  await expect.poll(isNoted, { timeout: 10_000 }).toBe(true)
  const { rows } = await world.superuser.query('select count(*)::int as count from quarantine')
  expect(rows[0].count).toBeLessThanOrEqual(10_000)
})
