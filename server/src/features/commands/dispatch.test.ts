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
import { reserveNext } from './send.ts'
import { endTimedOut } from './timeouts.api.ts'

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

describe('two connections of the same tracker', () => {
  test.each([
    ['of one gateway', 0, 0],
    ['of two gateways', 0, 1],
    ['of two gateways, the other way round', 1, 0],
  ] as const)('%s get no command until one of them is gone', async (_title, first, second) => {
    const older = await connected(first)
    const newer = await connected(second)
    const id = await give()
    await becomes(id, { state: 'queued', reason: 'session_conflict' })
    await sleep(1_000)
    expect([older.commands, newer.commands]).toEqual([[], []])
    await older.close()
    await newer.receivedCommand(1, 8_000)
    await becomes(id, { state: 'sent', reason: null })
    newer.answer('here')
    await becomes(id, { state: 'acknowledged' })
  })

  test('let a command expire, with the reason', async () => {
    await connected(0)
    await connected(1)
    const id = await give({ type: 'output', settings: { output: 1, on: true } })
    await becomes(id, { reason: 'session_conflict' })
    world.clock.offsetMs = 60_000
    await endTimedOut(world.ctx)
    expect(await show(id)).toMatchObject({ state: 'expired', reason: 'session_conflict' })
  })

  test('differ from a second login over the same connection', async () => {
    const tracker = await connected(0)
    tracker.send(gt06.encode.login!(imei, 2))
    const id = await give()
    await tracker.receivedCommand(1)
    await becomes(id, { state: 'sent' })
  })
})

describe('at most once', () => {
  test('only one of many concurrent reservations succeeds', async () => {
    const id = await give()
    const { rows } = await world.superuser.query(
      `select account_id as "accountId", number as "deviceNumber", identifier from devices where id = $1`,
      [device.id],
    )
    const connection = { identifier: imei, protocol: gt06, socket: undefined as never }
    const reservations = await Promise.all(
      Array.from({ length: 20 }, () => reserveNext(world.ctx, connection, rows[0])),
    )
    expect(reservations.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
    expect(await show(id)).toMatchObject({ state: 'sent' })
    // The gateway that reserved it crashed: a tracker that connects now does not get it.
    const tracker = await connected(0)
    await sleep(6_000)
    expect(tracker.commands).toEqual([])
  })

  test('a tracker that was removed from the device gets nothing, however late that is detected', async () => {
    await give()
    const { rows } = await world.superuser.query(
      `select account_id as "accountId", number as "deviceNumber" from devices where id = $1`,
      [device.id],
    )
    const before = imeis.pop()!
    const connection = { identifier: before, protocol: gt06, socket: undefined as never }
    expect(await reserveNext(world.ctx, connection, { ...rows[0], identifier: before })).toEqual({
      kind: 'none',
    })
  })

  /** A tracker with a queued command connects, and the reservation of the command waits until `work` is done. */
  async function whileReserving(
    work: (tracker: CommandedTracker) => Promise<void>,
  ): Promise<CommandedTracker> {
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

  test('a command reserved for a lost connection is queued again, and sent over the next', async () => {
    const id = await give()
    const before = await whileReserving(async (tracker) => {
      await tracker.close()
      await sleep(200)
    })
    await becomes(id, { state: 'queued', sentAt: null, reason: null })
    const after = await connected(1)
    await after.receivedCommand(1)
    await becomes(id, { state: 'sent' })
    expect(before.commands).toEqual([])
  })

  test('a command reserved when a second connection opens is queued again, and neither gets it', async () => {
    const id = await give()
    let newer: CommandedTracker | undefined
    const older = await whileReserving(async () => {
      newer = await connected(0)
      await sleep(200)
    })
    await becomes(id, { state: 'queued', reason: 'session_conflict' })
    expect([older.commands, newer!.commands]).toEqual([[], []])
  })

  test('a tracker that disconnects while a command is being sent gets it once or never', async () => {
    const commands = await Promise.all(
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
        return { times: before.commands.length + after.commands.length, state }
      }),
    )
    for (const { times, state } of commands) {
      expect(times).toBeLessThanOrEqual(1)
      // Whether the lost connection delivered it is unknown.
      expect(state).toBe('sent')
    }
    expect(commands.some(({ times }) => times === 1)).toBe(true)
  })
})

test('a protocol that requires the identifier in a command gets it', async () => {
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
  ])('of a %s counts on whichever gateway receives it', async (_name, protocol) => {
    const before = await connected(0, protocol)
    const id = await give()
    const command = await before.receivedCommand(1)
    await becomes(id, { state: 'sent' })
    await before.close()
    const after = await connected(1, protocol)
    await sleep(500)
    after.answer('done before the connection broke', command)
    await becomes(id, { state: 'acknowledged', answer: 'done before the connection broke' })
    expect(after.commands).toEqual([])
  })

  test('that refuses the command fails it', async () => {
    const tracker = await connected(0, teltonika)
    const id = await give()
    await tracker.receivedCommand(1)
    await becomes(id, { state: 'sent' })
    tracker.send(codec14(imei, 0x11))
    await becomes(id, { state: 'failed', reason: 'refused', answer: '' })
  })

  test('that names another tracker than its connection is ignored', async () => {
    const tracker = await connected(0, teltonika)
    const id = await give()
    await tracker.receivedCommand(1)
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

  test('that was not requested, a thousand times, blocks nothing', async () => {
    const noisy = await connected(0, teltonika)
    for (let count = 0; count < 1_000; count += 1) noisy.answer('unasked', {})
    const id = await give()
    await noisy.receivedCommand(1)
    // One that is read after the command was sent counts as its answer: the protocol has no numbers.
    await becomes(id, { state: expect.stringMatching(/^(sent|acknowledged)$/) })
  })
})

/** An answer of this type that names its tracker. */
function codec14(identifier: string, type: number): Buffer {
  const frame = encodeCommand({ text: '', requestId: 0, identifier, settings: {} })
  frame[10] = type
  frame.writeUInt32BE(crc16Arc(frame, 8, frame.length - 4), frame.length - 4)
  return frame
}
