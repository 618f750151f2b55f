import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crc16Arc } from '../../../../protocols/src/checksums.ts'
import { encodeCommand } from '../../../../protocols/src/teltonika/encode.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { CommandedTracker } from '../../../test/commanded.ts'
import { connectCommanded } from '../../../test/commanded.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { connectTracker, gt06, teltonika } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { claimNext } from './send.ts'
import { endOverdue } from './timeouts.api.ts'

let world: World
let gateways: RunningGateway[]
let account: MadeAccount
let device: { id: string }
let imei: string
const imeis = imeisOf('35630706', 200)
const trackers: CommandedTracker[] = []
beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  gateways = [await startGateway(world.ctx), await startGateway(world.ctx)]
  account = await world.make.account({ licenses: 200 })
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await world.close()
})
beforeEach(async () => {
  imei = imeis.pop()!
  device = await world.make.device(account, { identifier: imei })
})
afterEach(async () => {
  world.clock.release()
  await Promise.all(trackers.splice(0).map((tracker) => tracker.close()))
})

async function connected(gateway: 0 | 1, protocol = gt06, own = imei): Promise<CommandedTracker> {
  const tracker = await connectCommanded(gateways[gateway]!.port, own, protocol)
  trackers.push(tracker)
  return tracker
}
const give = async (body: object = { type: 'position' }): Promise<string> =>
  (await world.call('POST', `/api/devices/${device.id}/commands`, { token: account.token, body })).body.id
const show = async (id: string) =>
  (await world.call('GET', `/api/devices/${device.id}/commands/${id}`, { token: account.token })).body
const becomes = (id: string, wanted: object) => expect.poll(() => show(id)).toMatchObject(wanted)

describe('two connections that say they are the same tracker', () => {
  test.each([
    ['of one gateway', 0, 0],
    ['of two gateways', 0, 1],
    ['of two gateways, the other way round', 1, 0],
  ] as const)('%s get no command until one of them is gone', async (_says, first, second) => {
    const older = await connected(first)
    const newer = await connected(second)
    const id = await give()
    await becomes(id, { state: 'queued', reason: 'session_conflict' })
    await sleep(1_000)
    expect([older.told, newer.told]).toEqual([[], []])
    await older.close()
    await newer.toldOf(1, 8_000)
    await becomes(id, { state: 'sent', reason: null })
    newer.answer('here')
    await becomes(id, { state: 'acknowledged' })
  })

  test('let a command expire, and it says why', async () => {
    await connected(0)
    await connected(1)
    const id = await give({ type: 'output', settings: { output: 1, on: true } })
    await becomes(id, { reason: 'session_conflict' })
    world.clock.offsetMs = 60_000
    await endOverdue(world.ctx)
    expect(await show(id)).toMatchObject({ state: 'expired', reason: 'session_conflict' })
  })

  test('are told apart from one that logs in again over the same connection', async () => {
    const tracker = await connected(0)
    tracker.send(gt06.encode.login!(imei, 2))
    const id = await give()
    await tracker.toldOf(1)
    await becomes(id, { state: 'sent' })
  })
})

describe('at most once', () => {
  test('however many take it at the same moment, one gets it', async () => {
    const id = await give()
    const { rows } = await world.superuser.query(
      `select account_id as "accountId", number as "deviceNumber", identifier from devices where id = $1`,
      [device.id],
    )
    const line = { identifier: imei, protocol: gt06, socket: undefined as never }
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimNext(world.ctx, line, rows[0])))
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
    expect(await show(id)).toMatchObject({ state: 'sent' })
    // Whoever took it died: a tracker that comes now is not told it.
    const tracker = await connected(0)
    await sleep(6_000)
    expect(tracker.told).toEqual([])
  })

  test('a tracker that is no longer the device’s gets nothing, however late that is found out', async () => {
    await give()
    const { rows } = await world.superuser.query(
      `select account_id as "accountId", number as "deviceNumber" from devices where id = $1`,
      [device.id],
    )
    const before = imeis.pop()!
    const line = { identifier: before, protocol: gt06, socket: undefined as never }
    expect(await claimNext(world.ctx, line, { ...rows[0], identifier: before })).toEqual({ kind: 'none' })
  })

  /** A command waits, a tracker comes, and whoever takes the command for it has to wait while `work` is done. */
  async function whileTaking(work: (tracker: CommandedTracker) => Promise<void>): Promise<CommandedTracker> {
    await world.superuser.query('begin')
    await world.superuser.query(
      `select from commands c join devices d on d.number = c.device_number where d.id = $1 for update of c`,
      [device.id],
    )
    const tracker = await connected(0)
    await sleep(600)
    await work(tracker)
    await world.superuser.query('commit')
    return tracker
  }

  test('what was taken for a connection that is gone is given back, and sent over the next', async () => {
    const id = await give()
    const before = await whileTaking(async (tracker) => {
      await tracker.close()
      await sleep(200)
    })
    await becomes(id, { state: 'queued', sentAt: null, reason: null })
    const after = await connected(1)
    await after.toldOf(1)
    await becomes(id, { state: 'sent' })
    expect(before.told).toEqual([])
  })

  test('what was taken when a second connection came is given back, and neither is told it', async () => {
    const id = await give()
    let newer: CommandedTracker | undefined
    const older = await whileTaking(async () => {
      newer = await connected(0)
      await sleep(200)
    })
    await becomes(id, { state: 'queued', reason: 'session_conflict' })
    expect([older.told, newer!.told]).toEqual([[], []])
  })

  test('a tracker that goes while a command is on its way is told it once in all, or never', async () => {
    const told = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const own = imeis.pop()!
        const { id: deviceId } = await world.make.device(account, { identifier: own })
        const before = await connected(0, gt06, own)
        const path = `/api/devices/${deviceId}/commands`
        const { token } = account
        const { headers } = await world.call('POST', path, { token, body: { type: 'position' } })
        await sleep(index * 4)
        await before.close()
        const after = await connected(1, gt06, own)
        await sleep(1_500)
        const { state } = (await world.call('GET', String(headers.location), { token })).body
        return { times: before.told.length + after.told.length, state }
      }),
    )
    for (const { times, state } of told) {
      expect(times).toBeLessThanOrEqual(1)
      // Written to a connection that was lost: nobody knows.
      expect(state).toBe('sent')
    }
    expect(told.some(({ times }) => times === 1)).toBe(true)
  })
})

test('a protocol that obeys only what names it is told whom it is for', async () => {
  const tracker = await connectTracker(gateways[0]!.port)
  tracker.send(Buffer.from(`##,imei:${imei},A;`))
  expect(Buffer.from(await tracker.answer(4), 'hex').toString()).toBe('LOAD')
  const id = await give({ type: 'raw', settings: { text: 'B' } })
  const wanted = `**,imei:${imei},B;`
  expect(Buffer.from(await tracker.answer(wanted.length), 'hex').toString()).toBe(wanted)
  await becomes(id, { state: 'sent' })
  tracker.close()
})

describe('an answer', () => {
  test.each([
    ['gt06', gt06],
    ['teltonika', teltonika],
  ])('of a %s counts on whichever gateway it is heard', async (_name, protocol) => {
    const before = await connected(0, protocol)
    const id = await give()
    const told = await before.toldOf(1)
    await becomes(id, { state: 'sent' })
    await before.close()
    const after = await connected(1, protocol)
    await sleep(500)
    after.answer('done before the line broke', told)
    await becomes(id, { state: 'acknowledged', answer: 'done before the line broke' })
    expect(after.told).toEqual([])
  })

  test('by which the tracker refuses makes the command failed', async () => {
    const tracker = await connected(0, teltonika)
    const id = await give()
    await tracker.toldOf(1)
    await becomes(id, { state: 'sent' })
    tracker.send(codec14(imei, 0x11))
    await becomes(id, { state: 'failed', reason: 'refused', answer: '' })
  })

  test('that names another tracker than its connection changes nothing', async () => {
    const tracker = await connected(0, teltonika)
    const id = await give()
    await tracker.toldOf(1)
    await becomes(id, { state: 'sent' })
    const otherImei = imeis.pop()!
    await world.make.device(account, { identifier: otherImei })
    const other = await connected(1, teltonika, otherImei)
    other.send(codec14(imei, 6))
    await sleep(500)
    expect((await show(id)).state).toBe('sent')
    tracker.send(codec14(imei, 6))
    await becomes(id, { state: 'acknowledged' })
  })

  test('that nobody asked for, a thousand times, holds nobody up', async () => {
    const noisy = await connected(0, teltonika)
    for (let count = 0; count < 1_000; count += 1) noisy.answer('unasked', {})
    const id = await give()
    await noisy.toldOf(1)
    await becomes(id, { state: 'sent' })
  })
})

/** Names its tracker, as an answer of this type. */
function codec14(identifier: string, type: number): Buffer {
  const frame = encodeCommand({ text: '', requestId: 0, identifier, settings: {} })
  frame[10] = type
  frame.writeUInt32BE(crc16Arc(frame, 8, frame.length - 4), frame.length - 4)
  return frame
}
