import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFullLane } from '../../../scripts/lane.ts'
import { imeisOf } from '../../../simulator/src/identifiers.ts'
import type { CommandedTracker } from '../commanded.ts'
import { connectCommanded } from '../commanded.ts'
import type { MadeAccount } from '../make.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import { gt06, teltonika } from '../tracker.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let api: ServerProcess
let notifier: ServerProcess
let device: { id: string }
let imei: string
const imeis = imeisOf('35630707', 50)
const gateways: ServerProcess[] = []
const trackers: CommandedTracker[] = []
beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_COMMAND_TIMEOUT_SECONDS: '3',
  })
  account = await world.make.account({ licenses: 100 })
  api = await spawnServer(world.env, ['api'])
  notifier = await spawnServer(world.env, ['notifier'])
})
afterAll(async () => {
  await Promise.all([api.stop(), notifier.stop()])
  await world.close()
})
beforeEach(async () => {
  imei = imeis.pop()!
  device = await world.make.device(account, { identifier: imei })
})
afterEach(async () => {
  await Promise.all(trackers.splice(0).map((tracker) => tracker.close()))
  await Promise.all(gateways.splice(0).map((one) => one.isRunning() && one.stop()))
})

async function startGateway(): Promise<ServerProcess & { port: number }> {
  const gateway = await spawnServer(world.env, ['gateway'])
  gateways.push(gateway)
  return { ...gateway, port: Number(gateway.lines.find(({ msg }) => msg === 'serving')!.gatewayPort) }
}
async function connected(gateway: { port: number }, own = imei, protocol = gt06): Promise<CommandedTracker> {
  const tracker = await connectCommanded(gateway.port, own, protocol)
  trackers.push(tracker)
  return tracker
}
// biome-ignore lint/suspicious/noExplicitAny: the response of the API.
async function call(method: string, path: string, body?: object, deviceId = device.id): Promise<any> {
  const answer = await fetch(`${api.url}/api/devices/${deviceId}/commands${path}`, {
    method,
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}
const becomes = (id: string, wanted: object, deviceId = device.id) =>
  expect.poll(() => call('GET', `/${id}`, undefined, deviceId)).toMatchObject(wanted)
/** How long after the order the gateway is killed. */
const killedAfterMs = isFullLane ? [0, 20, 40, 60] : [20]
const cutOff = { type: 'output', settings: { output: 1, on: true } }

test('a gateway killed between sending and the answer: the command fails and is never sent again', async () => {
  const [a, b] = await Promise.all([startGateway(), startGateway()])
  const stories = await Promise.all(
    [gt06, teltonika].map(async (protocol) => {
      const imei = imeis.pop()!
      const { id: deviceId } = await world.make.device(account, { identifier: imei })
      const before = await connected(a, imei, protocol)
      const { id } = await call('POST', '', cutOff, deviceId)
      await before.receivedCommand(1)
      return { imei, protocol, deviceId, id, before }
    }),
  )
  await a.kill()
  const endings = stories.map(async ({ imei, protocol, deviceId, id, before }) => {
    const after = await connected(b, imei, protocol)
    await becomes(id, { state: 'failed', reason: 'no_answer', answer: null }, deviceId)
    // Longer than every check that could find it again.
    await sleep(6_000)
    expect([before.commands.length, after.commands.length]).toEqual([1, 0])
    const next = await call('POST', '', { type: 'position' }, deviceId)
    await after.receivedCommand(1)
    await becomes(next.id, { state: 'sent' }, deviceId)
  })
  await Promise.all(endings)
})

test('a late answer over another gateway acknowledges the command, before and after it was given up', async () => {
  const [a, b] = await Promise.all([startGateway(), startGateway()])
  const first = await connected(a)
  const soon = await call('POST', '', cutOff)
  const commands = await first.receivedCommand(1)
  await a.kill()
  const second = await connected(b)
  second.answer('done', commands)
  await becomes(soon.id, { state: 'acknowledged', answer: 'done' })

  const late = await call('POST', '', { ...cutOff, settings: { output: 1, on: false } })
  const lateFrame = await second.receivedCommand(1, 15_000)
  await b.kill()
  await becomes(late.id, { state: 'failed', reason: 'no_answer' })
  const c = await startGateway()
  const third = await connected(c)
  third.answer('done late', lateFrame)
  await becomes(late.id, { state: 'acknowledged', answer: 'done late' })
  expect([first.commands.length, second.commands.length, third.commands.length]).toEqual([1, 1, 0])
})

test('a gateway killed at any moment around sending: sent at most once, with the right state', async () => {
  const b = await startGateway()
  for (const delayMs of killedAfterMs) {
    imei = imeis.pop()!
    device = await world.make.device(account, { identifier: imei })
    const a = await startGateway()
    const before = await connected(a)
    const { id } = await call('POST', '', { type: 'position' })
    await sleep(delayMs)
    await a.kill()
    const after = await connected(b)
    // A killed gateway is detected by its missing heartbeats.
    await sleep(8_000)
    for (const tracker of [before, after])
      if (tracker.commands.length > 0 && !tracker.isClosed) tracker.answer('ok')
    const times = [before.commands.length, after.commands.length]
    // If the dead one had not taken it, the living one sent it and got the answer. Otherwise the answer was lost.
    const wanted = times[1] === 1 ? { state: 'acknowledged' } : { state: 'failed', reason: 'no_answer' }
    await becomes(id, wanted)
    expect(times[0]! + times[1]!).toBeLessThanOrEqual(1)
  }
})

test('a paused gateway: another connection of its tracker gets no command until the gateway is back or gone', async () => {
  const [a, b] = await Promise.all([startGateway(), startGateway()])
  const tracker = await connected(a)
  const impostor = await connected(b)
  process.kill(a.pid, 'SIGSTOP')
  try {
    // More than the heartbeats after which a gateway may be considered dead.
    await sleep(5_000)
    const { id } = await call('POST', '', cutOff)
    await sleep(2_000)
    expect(impostor.commands).toEqual([])
    await becomes(id, { state: 'queued' })
    process.kill(a.pid, 'SIGCONT')
    await expect
      .poll(() => call('GET', `/${id}`), { timeout: 8_000 })
      .toMatchObject({
        state: 'queued',
        reason: 'session_conflict',
      })
    expect([tracker.commands, impostor.commands]).toEqual([[], []])
  } finally {
    await a.kill()
  }
  await impostor.receivedCommand(1, 15_000)
})
