// The gateway acknowledges nothing that the log does not hold.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Nats } from '../../../../scripts/services/nats.ts'
import { startNats } from '../../../../scripts/services/nats.ts'
import { connectNats } from '../../../../scripts/services/nats-connect.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import {
  connectTracker,
  countReply,
  gt06,
  locationAgo,
  sendDatagram,
  teltonika,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-log-away-'))
const [imei, other] = imeisOf('35630704', 2) as [string, string]
let nats: Nats
let world: World
let gateway: RunningGateway

beforeAll(async () => {
  nats = await startNats({ dir: join(dir, 'nats') })
  world = await openWorld({
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_LOCATION_LOG_MAX_MB: '16',
  })
  gateway = await startGateway(world.ctx)
  const account = await world.make.account()
  for (const identifier of [imei, other]) await world.make.device(account, { identifier })
})
afterAll(async () => {
  await gateway.stop()
  await world.close()
  await nats.remove()
  rmSync(dir, { recursive: true, force: true })
})

async function loggedIn(identifier: string) {
  const tracker = await connectTracker(gateway.port)
  tracker.send(teltonikaLogin(identifier))
  expect(await tracker.answer(1)).toBe('01')
  return tracker
}

async function countMessages(): Promise<number> {
  const connection = await connectNats(nats.url)
  const { state } = await (await jetstreamManager(connection)).streams.info(
    `${world.env.RASTRO_BUS_NAMESPACE}-LOCATIONS`,
  )
  await connection.close()
  return state.messages
}

test('while the log hangs nothing is acknowledged, over TCP or UDP', async () => {
  const tracker = await loggedIn(imei)
  const [datagram] = teltonika.encode.datagrams!(other, [locationAgo(1)], 3)
  const before = await countMessages()
  await nats.pause()
  tracker.send(teltonikaPacket(locationAgo(2)))
  expect(await sendDatagram(gateway.port, datagram!, 1_500)).toBeUndefined()
  expect(tracker.rest()).toBe('')

  await nats.resume()
  expect(await tracker.answer(4)).toBe(countReply(1))
  expect(await countMessages()).toBeGreaterThan(before)
  tracker.close()
})

test('while the log hangs an alarm in a heartbeat is not acknowledged, only a status that repeats the last one', async () => {
  const tracker = await connectTracker(gateway.port)
  tracker.send(gt06.encode.login!(imei, 1))
  await tracker.answer(10)
  tracker.send(gt06.encode.heartbeat!(imei, 2))
  await tracker.answer(10)
  const before = await countMessages()
  await nats.pause()
  tracker.send(gt06.encode.heartbeat!(imei, 3))
  await tracker.answer(10)
  tracker.send(gt06.encode.heartbeat!(imei, 4, { valid: false, alarms: ['sos'], attributes: {} }))
  await sleep(1_500)
  expect(tracker.rest()).toBe('')

  await nats.resume()
  await tracker.answer(10)
  expect(await countMessages()).toBe(before + 1)
  tracker.close()
})

test('while the log is unavailable connections close unacknowledged; once it is back, trackers are served', async () => {
  const tracker = await loggedIn(imei)
  const packet = teltonikaPacket(locationAgo(30))
  await nats.kill()
  tracker.send(packet)
  expect(await tracker.isClosed(30_000)).toBe(true)
  expect(tracker.rest()).toBe('')

  await nats.start()
  await expect
    .poll(async () => {
      const again = await loggedIn(imei)
      again.send(packet)
      const reply = await again.answer(4).catch(() => 'nothing')
      again.close()
      return reply
    })
    .toBe(countReply(1))
})

test('when the log is full the gateway acknowledges nothing and keeps running', async () => {
  const connection = await connectNats(nats.url)
  const fill = jetstream(connection)
  const subject = `${world.env.RASTRO_BUS_NAMESPACE}.locations.0`
  const refused = await (async () => {
    for (let messages = 0; messages < 40; messages += 1) {
      try {
        await fill.publish(subject, Buffer.alloc(1_000_000))
      } catch (error) {
        return (error as Error).message
      }
    }
    return 'never'
  })()
  // Fill the rest, where one small message would still fit.
  for (let size = 500_000; size > 100; size = Math.floor(size / 2)) {
    await fill.publish(subject, Buffer.alloc(size)).catch(() => {})
  }
  expect(refused).toContain('maximum bytes exceeded')

  const tracker = await loggedIn(imei)
  tracker.send(teltonikaPacket(...Array.from({ length: 16 }, (_, index) => locationAgo(100 + index))))
  expect(await tracker.isClosed(30_000)).toBe(true)
  expect(tracker.rest()).toBe('')

  await (await jetstreamManager(connection)).streams.purge(`${world.env.RASTRO_BUS_NAMESPACE}-LOCATIONS`)
  await connection.close()
  await sleep(100)
  const again = await loggedIn(imei)
  again.send(teltonikaPacket(locationAgo(100)))
  expect(await again.answer(4)).toBe(countReply(1))
  again.close()
})

test('a deleted log is created again, and locations are recorded again', async () => {
  const recorder = await recordLocations(world.ctx)
  const tracker = await loggedIn(imei)
  const connection = await connectNats(nats.url)
  await (await jetstreamManager(connection)).streams.delete(`${world.env.RASTRO_BUS_NAMESPACE}-LOCATIONS`)
  await connection.close()
  tracker.send(teltonikaPacket(locationAgo(200)))
  expect(await tracker.answer(4, 20_000)).toBe(countReply(1))
  const count = async () =>
    (await world.superuser.query('select count(*)::int as n from locations')).rows[0].n
  await expect.poll(count, { timeout: 40_000, interval: 200 }).toBe(1)
  tracker.close()
  await recorder.stop()
})
