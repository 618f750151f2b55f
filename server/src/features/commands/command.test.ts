import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { CommandedTracker } from '../../../test/commanded.ts'
import { connectCommanded, gt06Answer } from '../../../test/commanded.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { gt06, teltonika } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { endTimedOut } from './timeouts.api.ts'

let world: World
let gateway: RunningGateway
let account: MadeAccount
let device: { id: string }
let imei: string
const imeis = imeisOf('35630705', 200)
const trackers: CommandedTracker[] = []
beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  gateway = await startGateway(world.ctx)
  account = await world.make.account({ licenses: 200 })
})
afterAll(async () => {
  await gateway.stop()
  await world.close()
})
beforeEach(async () => {
  imei = imeis.pop()!
  device = await world.make.device(account, { identifier: imei })
  account.token = await world.make.token(account.userName, account.apiKey)
})
afterEach(async () => {
  world.clock.release()
  await Promise.all(trackers.splice(0).map((tracker) => tracker.close()))
})

async function connected(protocol = gt06): Promise<CommandedTracker> {
  const tracker = await connectCommanded(gateway.port, imei, protocol)
  trackers.push(tracker)
  return tracker
}
const path = () => `/api/devices/${device.id}/commands`
const give = (body: object, token = account.token) => world.call('POST', path(), { token, body })
const show = async (id: string) => (await world.call('GET', `${path()}/${id}`, { token: account.token })).body
const cancel = (id: string) => world.call('DELETE', `${path()}/${id}`, { token: account.token })
const becomes = (id: string, state: string) => expect.poll(async () => (await show(id)).state).toBe(state)
async function eventsOf(id: string): Promise<[string, unknown][]> {
  const { rows } = await world.superuser.query(
    `select type, data from outbox where data ->> 'commandId' = $1 order by number`,
    [id],
  )
  return rows.map(({ type, data }) => [type, data.reason])
}

describe('a command to a connected tracker', () => {
  test('is sent at once, and its answer is stored', async () => {
    const tracker = await connected()
    const { status, body: given, headers } = await give({ type: 'position' })
    expect([status, given.state, given.reason, given.answer]).toEqual([201, 'queued', null, null])
    expect(headers.location).toBe(`${path()}/${given.id}`)
    expect(await tracker.receivedCommand(1)).toMatchObject({ text: 'WHERE#' })
    await becomes(given.id, 'sent')
    expect((await show(given.id)).endedAt).toBeNull()

    tracker.answer('Lat:N22.5,Lon:E113.9')
    await becomes(given.id, 'acknowledged')
    const done = await show(given.id)
    expect(done).toMatchObject({ answer: 'Lat:N22.5,Lon:E113.9', reason: null, createdBy: account.ownerId })
    expect(Date.parse(done.sentAt)).toBeLessThanOrEqual(Date.parse(done.endedAt))
    expect(tracker.commands).toHaveLength(1)
    expect(await eventsOf(given.id)).toEqual([
      ['command.queued', null],
      ['command.sent', null],
      ['command.acknowledged', null],
    ])
  })

  test.each([
    ['gt06', { type: 'interval', settings: { seconds: 30 } }, 'TIMER,30,30#'],
    ['gt06', { type: 'output', settings: { output: 1, on: true } }, 'RELAY,1#'],
    ['gt06', { type: 'reboot' }, 'RESET#'],
    ['gt06', { type: 'raw', settings: { text: 'STATUS#' } }, 'STATUS#'],
    ['teltonika', { type: 'position' }, 'getgps'],
    ['teltonika', { type: 'output', settings: { output: 2, on: false } }, 'setdigout ?0'],
    ['teltonika', { type: 'raw', settings: { text: 'getver' } }, 'getver'],
  ])('in %s: %j is encoded as "%s"', async (name, body, text) => {
    const tracker = await connected(name === 'gt06' ? gt06 : teltonika)
    const { id } = (await give(body)).body
    expect((await tracker.receivedCommand(1)).text).toBe(text)
    await becomes(id, 'sent')
    tracker.answer('OK')
    await becomes(id, 'acknowledged')
  })

  test('can be a raw frame, which any answer acknowledges', async () => {
    const tracker = await connected()
    const frame = gt06.encode.command!({ text: 'SOS#', requestId: 424_242, settings: {} })
    const { id } = (await give({ type: 'raw', settings: { hex: frame.toString('hex') } })).body
    expect(await tracker.receivedCommand(1)).toMatchObject({ text: 'SOS#', requestId: 424_242 })
    await becomes(id, 'sent')
    tracker.answer('SOS numbers: none')
    await becomes(id, 'acknowledged')
  })

  test('depends on the model: an interval is sent to a Teltonika with known parameters', async () => {
    await world.call('PATCH', `/api/devices/${device.id}`, {
      token: account.token,
      body: { model: 'FMB920' },
    })
    const tracker = await connected(teltonika)
    await give({ type: 'interval', settings: { seconds: 60 } })
    expect((await tracker.receivedCommand(1)).text).toMatch(/^setparam 10050:60;/)
  })

  test('fails if the protocol of the connection does not support it, and the next one is sent', async () => {
    const tracker = await connected(teltonika)
    const impossible = (await give({ type: 'interval', settings: { seconds: 60 } })).body
    const possible = (await give({ type: 'position' })).body
    await becomes(impossible.id, 'failed')
    expect(await show(impossible.id)).toMatchObject({ reason: 'not_supported', sentAt: null })
    expect((await tracker.receivedCommand(1)).text).toBe('getgps')
    await becomes(possible.id, 'sent')
  })

  test('is sent only after the previous one was answered', async () => {
    const tracker = await connected()
    const ids: string[] = []
    for (const text of ['A#', 'B#', 'C#']) ids.push((await give({ type: 'raw', settings: { text } })).body.id)
    for (const [index, text] of ['A#', 'B#', 'C#'].entries()) {
      expect((await tracker.receivedCommand(index + 1)).text).toBe(text)
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(tracker.commands).toHaveLength(index + 1)
      tracker.answer(`did ${text}`)
    }
    for (const [index, id] of ids.entries()) {
      await becomes(id, 'acknowledged')
      expect((await show(id)).answer).toBe(`did ${'ABC'[index]}#`)
    }
  })

  test('stores any answer', async () => {
    const tracker = await connected()
    const { id } = (await give({ type: 'position' })).body
    await tracker.receivedCommand(1)
    tracker.answer(`\u0000ok\u00ff${'x'.repeat(150)}`)
    await becomes(id, 'acknowledged')
    expect((await show(id)).answer).toBe(`ok\u00ff${'x'.repeat(150)}`)
  })
})

describe('an answer', () => {
  test('with another number is ignored; with 0, as some clones send, it belongs to the sent command', async () => {
    const tracker = await connected()
    const { id } = (await give({ type: 'position' })).body
    const { requestId } = await tracker.receivedCommand(1)
    await becomes(id, 'sent')
    tracker.answer('not yours', { requestId: requestId! + 1 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await show(id)).state).toBe('sent')
    tracker.answer('yours', { requestId: 0 })
    await becomes(id, 'acknowledged')
    expect((await show(id)).answer).toBe('yours')
  })

  test('of another tracker is ignored, whatever its number', async () => {
    const tracker = await connected()
    const { id } = (await give({ type: 'position' })).body
    const { requestId } = await tracker.receivedCommand(1)
    await becomes(id, 'sent')
    const otherAccount = await world.make.account()
    const theirImei = imeis.pop()!
    await world.make.device(otherAccount, { identifier: theirImei })
    const theirs = await connectCommanded(gateway.port, theirImei)
    trackers.push(theirs)
    theirs.send(gt06Answer('done', requestId!))
    theirs.send(gt06Answer('done', 0))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await show(id)).state).toBe('sent')
  })

  test('that is missing fails the command; a late one still counts, and nothing is sent again', async () => {
    const tracker = await connected()
    const { id } = (await give({ type: 'output', settings: { output: 1, on: true } })).body
    await tracker.receivedCommand(1)
    await becomes(id, 'sent')
    world.clock.offsetMs = 59_000
    await endTimedOut(world.ctx)
    expect((await show(id)).state).toBe('sent')
    world.clock.offsetMs = 61_000
    await endTimedOut(world.ctx)
    expect(await show(id)).toMatchObject({ state: 'failed', reason: 'no_answer', answer: null })
    tracker.answer('Cut off the fuel supply: Success!')
    await becomes(id, 'acknowledged')
    expect(await show(id)).toMatchObject({ reason: null, answer: 'Cut off the fuel supply: Success!' })
    expect(tracker.commands).toHaveLength(1)
    expect(await eventsOf(id)).toEqual([
      ['command.queued', null],
      ['command.sent', null],
      ['command.failed', 'no_answer'],
      ['command.acknowledged', null],
    ])
  })

  test('that is missing does not block the next command', async () => {
    const tracker = await connected()
    const { id } = (await give({ type: 'position' })).body
    await tracker.receivedCommand(1)
    await becomes(id, 'sent')
    await give({ type: 'reboot' })
    world.clock.offsetMs = 61_000
    await endTimedOut(world.ctx)
    expect((await tracker.receivedCommand(2, 3_000)).text).toBe('RESET#')
  })
})

describe('a command to a disconnected tracker', () => {
  test('is queued, and sent when the tracker connects', async () => {
    const { id } = (await give({ type: 'position' })).body
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await show(id)).state).toBe('queued')
    const tracker = await connected()
    expect((await tracker.receivedCommand(1, 2_000)).text).toBe('WHERE#')
    tracker.answer('here')
    await becomes(id, 'acknowledged')
  })

  test('expires on time, and is never sent afterwards, not even before the poller marks it', async () => {
    const { id } = (await give({ type: 'position', validForSeconds: 60 })).body
    world.clock.offsetMs = 60_000
    const tracker = await connected()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([tracker.commands.length, (await show(id)).state]).toEqual([0, 'queued'])
    await endTimedOut(world.ctx)
    expect(await show(id)).toMatchObject({ state: 'expired', reason: 'not_connected', sentAt: null })
    expect((await eventsOf(id)).at(-1)).toEqual(['command.expired', 'not_connected'])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(tracker.commands).toEqual([])
  })

  test.each([
    [{ type: 'position' }, 3_600],
    [{ type: 'output', settings: { output: 1, on: true } }, 60],
    [{ type: 'output', settings: { output: 1, on: true }, validForSeconds: 604_800 }, 604_800],
  ])('%j is valid for %i s', async (body, seconds) => {
    const { createdAt, expiresAt } = (await give(body)).body
    expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000)).toBe(seconds)
  })

  test('is sent to the tracker that the device has then', async () => {
    const { id } = (await give({ type: 'position' })).body
    const before = imei
    imei = imeis.pop()!
    const body = { identifier: imei }
    await world.call('PATCH', `/api/devices/${device.id}`, { token: account.token, body })
    await world.make.device(account, { identifier: before })
    const old = await connectCommanded(gateway.port, before)
    trackers.push(old)
    const tracker = await connected()
    await tracker.receivedCommand(1)
    await becomes(id, 'sent')
    expect(old.commands).toEqual([])
  })

  test('is found by polling if the signal was lost', async () => {
    const tracker = await connected()
    // The look-up for new connections must be over.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await world.superuser.query(
      `insert into commands (account_id, id, device_number, type, settings, state, created_by, created_at, expires_at)
       select account_id, 'cmd_' || repeat('x', 22), number, 'position', '{}', 'queued', 'usr_x', now(), now() + interval '1 h'
       from devices where id = $1`,
      [device.id],
    )
    expect((await tracker.receivedCommand(1, 8_000)).text).toBe('WHERE#')
  })
})

describe('cancelling', () => {
  test('ends a queued command for good', async () => {
    const { id } = (await give({ type: 'position' })).body
    const answer = await cancel(id)
    expect([answer.status, answer.body.state, answer.body.reason]).toEqual([200, 'cancelled', null])
    const tracker = await connected()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(tracker.commands).toEqual([])
    expect((await cancel(id)).body.code).toBe('commands.not_queued')
    expect((await eventsOf(id)).at(-1)).toEqual(['command.cancelled', null])
  })

  test('races with sending: a command is either cancelled or sent, never both', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const own = imeis.pop()!
        const { id: deviceId } = await world.make.device(account, { identifier: own })
        const tracker = await connectCommanded(gateway.port, own)
        trackers.push(tracker)
        const { token } = account
        const body = { type: 'position' }
        const { headers } = await world.call('POST', `/api/devices/${deviceId}/commands`, { token, body })
        await new Promise((resolve) => setTimeout(resolve, index * 3))
        const { status } = await world.call('DELETE', String(headers.location), { token })
        await new Promise((resolve) => setTimeout(resolve, 700))
        return [status, tracker.commands.length]
      }),
    )
    for (const outcome of outcomes)
      expect([
        [200, 0],
        [409, 1],
      ]).toContainEqual(outcome)
  })
})

describe('rejects', () => {
  test.each([
    [{ type: 'interval' }, 'settings.seconds'],
    [{ type: 'interval', settings: { seconds: 0 } }, 'settings.seconds'],
    [{ type: 'output', settings: { output: 1, on: 'yes' } }, 'settings.on'],
    [{ type: 'output', settings: { output: 0, on: true } }, 'settings.output'],
    [{ type: 'position', settings: { nonsense: 1 } }, 'settings.nonsense'],
    [{ type: 'raw', settings: {} }, 'settings'],
    [{ type: 'raw', settings: { text: 'a', hex: '00' } }, 'settings'],
    [{ type: 'raw', settings: { text: 'with\nline' } }, 'settings.text'],
    [{ type: 'raw', settings: { hex: 'abc' } }, 'settings.hex'],
    [{ type: 'fly' }, 'type'],
    [{ type: 'position', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ type: 'position', expiresAt: '2100-01-01T00:00:00Z' }, 'expiresAt'],
    [{ type: 'position', validForSeconds: 604_801 }, 'validForSeconds'],
    [{ type: 'position', validForSeconds: 5, expiresAt: '2100-01-01T00:00:00Z' }, 'validForSeconds'],
  ])('%j with 400, naming %s', async (body, where) => {
    const answer = await give(body)
    expect([answer.status, answer.body.code, answer.body.details[0].path]).toEqual([
      400,
      'body.invalid',
      where,
    ])
  })

  test.each([
    [{ protocol: 'gt06' }, { type: 'output', settings: { output: 2, on: true } }],
    [{ protocol: 'gt06' }, { type: 'interval', settings: { seconds: 3 } }],
    [{ protocol: 'osmand' }, { type: 'position' }],
    [{ protocol: 'osmand' }, { type: 'raw', settings: { text: 'hello' } }],
    [{}, { type: 'output', settings: { output: 8, on: true } }],
  ])('for a device with %j: %j', async (fields, body) => {
    await world.call('PATCH', `/api/devices/${device.id}`, { token: account.token, body: fields })
    const answer = await give(body)
    expect([answer.status, answer.body.code]).toEqual([409, 'commands.not_supported'])
  })

  test('commands to a device without an identifier, and more than the limit', async () => {
    const { id } = await world.make.device(account)
    const answer = await world.call('POST', `/api/devices/${id}/commands`, {
      token: account.token,
      body: { type: 'position' },
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'commands.no_tracker'])
    for (let count = 0; count < 100; count += 1) expect((await give({ type: 'position' })).status).toBe(201)
    expect((await give({ type: 'position' })).body.code).toBe('commands.queue_full')
  })
})

describe('permissions', () => {
  test('only users with the privilege give, read and cancel commands, and only of devices in their scope', async () => {
    const group = await world.make.group(account, { devices: [device.id] })
    const { id } = (await give({ type: 'position' })).body
    const asked = [
      ['POST', path(), { type: 'position' }],
      ['GET', path(), undefined],
      ['GET', `${path()}/${id}`, undefined],
      ['DELETE', `${path()}/${id}`, undefined],
    ] as const
    const statuses = async (fields: object) => {
      const { token } = await world.make.user(account, fields)
      const answers = []
      for (const [method, where, body] of asked)
        answers.push((await world.call(method, where, { token, body })).status)
      return answers
    }
    expect(await statuses({ groupIds: [group.id] })).toEqual([403, 403, 403, 403])
    expect(await statuses({ privileges: ['commands.send'] })).toEqual([404, 404, 404, 404])
    expect(await statuses({ groupIds: [group.id], privileges: ['commands.send'] })).toEqual([
      201, 200, 200, 200,
    ])
  })

  test('a command of one device is not found under another', async () => {
    const { id } = (await give({ type: 'position' })).body
    const other = await world.make.device(account)
    const answer = await world.call('GET', `/api/devices/${other.id}/commands/${id}`, {
      token: account.token,
    })
    expect(answer.status).toBe(404)
  })

  const harmful = [
    { type: 'output', settings: { output: 1, on: true } },
    { type: 'raw', settings: { text: 'RELAY,1#' } },
  ]
  test('output and raw commands need a recent sign-in; others do not', async () => {
    const { token } = account
    for (const body of harmful) expect((await give(body, token)).status).toBe(201)
    world.clock.offsetMs = 5 * 60_000
    for (const body of harmful) {
      const refused = await give(body, token)
      expect([refused.status, refused.body.code]).toEqual([403, 'access.not_recent'])
      expect(refused.body.error).toContain('POST /api/Auth/Token')
    }
    expect((await give({ type: 'position' }, token)).status).toBe(201)
    const freshToken = await world.make.token(account.userName, account.apiKey)
    for (const body of harmful) expect((await give(body, freshToken)).status).toBe(201)
  })

  test('a renewed session is not a recent sign-in', async () => {
    const { userName, password } = account
    const signIn = () => world.call('POST', '/session', { body: { userName, password } })
    const first = await signIn()
    expect((await give(harmful[0]!, first.body.token)).status).toBe(201)
    let renewed = first
    for (const minutes of [3, 6]) {
      world.clock.offsetMs = minutes * 60_000
      const cookie = String(renewed.headers['set-cookie']).split(';')[0]!
      renewed = await world.call('POST', '/session/refresh', { headers: { cookie } })
    }
    expect((await give({ type: 'position' }, renewed.body.token)).status).toBe(201)
    expect((await give(harmful[0]!, renewed.body.token)).body.code).toBe('access.not_recent')
    expect((await give(harmful[0]!, (await signIn()).body.token)).status).toBe(201)
  })

  test('every command and cancellation is in the audit trail of the device', async () => {
    const body = { type: 'output', settings: { output: 1, on: true } }
    const { id } = (await give(body)).body
    await cancel(id)
    const trail = await world.call('GET', `/api/audit?targetId=${device.id}`, { token: account.token })
    const [cancelled, given] = trail.body.changes
    expect(cancelled).toMatchObject({ action: 'commands.cancelled', after: { commandId: id } })
    expect(given).toMatchObject({
      action: 'commands.queued',
      userId: account.ownerId,
      after: { commandId: id, ...body },
    })
  })
})

test('commands are listed newest first, in pages, by state', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await give({ type: 'position' })).body.id)
  await cancel(ids[0]!)
  const list = async (query: string) =>
    (await world.call('GET', `${path()}${query}`, { token: account.token })).body
  const idsOf = ({ commands }: { commands: { id: string }[] }) => commands.map(({ id }) => id)
  expect(idsOf(await list(''))).toEqual(ids)
  const first = await list('?limit=3')
  const second = await list(`?limit=3&cursor=${first.nextCursor}`)
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
  expect(second.nextCursor).toBeUndefined()
  expect(idsOf(await list('?state=cancelled'))).toEqual([ids[0]])
})

test('the same Idempotency-Key creates one command', async () => {
  const tracker = await connected()
  const headers = { 'idempotency-key': 'only-once' }
  const post = () => world.call('POST', path(), { token: account.token, body: { type: 'position' }, headers })
  const [first, second] = [await post(), await post()]
  expect(second.body.id).toBe(first.body.id)
  await tracker.receivedCommand(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(tracker.commands).toHaveLength(1)
})
