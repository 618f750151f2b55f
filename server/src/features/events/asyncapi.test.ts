import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fuelledDevice } from '../../../test/fuel/fuelled-device.ts'
import { driveAndStand, repeated } from '../../../test/fuel/fuelled-track.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import { adoptAccount } from '../../../test/resale.ts'
import { setSupportStage, visit } from '../../../test/support.ts'
import { makeTrip } from '../../../test/trips/driven.ts'
import { geofenceSince } from '../../../test/trips/stored-areas.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { reopenAccount, suspendAccount } from '../accounts/status.api.ts'
import { emitCommandEvent } from '../commands/command-events.ts'
import { sweepExpiries } from '../devices/expiry.api.ts'
import { sweepPresence } from '../devices/presence.api.ts'
import { createSweep } from '../escalation/worker.api.ts'
import { checkDue } from '../maintenance/worker.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'
import { writeNext } from '../reports/reporter.api.ts'
import { noteHosts } from '../resale/hosts/notices.ts'
import { noteSenders } from '../resale/senders/checking.ts'
import { emitDays } from '../resale/usage/closing.ts'
import { publishCapNotices } from '../spending/cap-notice.ts'
import { eventKinds } from './event.types.ts'
import { startPublishing } from './outbox.api.ts'

// biome-ignore lint/suspicious/noExplicitAny: any JSON.
type Json = any

let world: World
let document: Json
const works: { stop(): unknown }[] = []
beforeAll(async () => {
  world = await openWorld()
  works.push(await recordLocations(world.ctx), startPublishing(world.ctx))
  document = (await world.call('GET', '/asyncapi.json')).body
})
afterAll(async () => {
  await Promise.all(works.map((work) => work.stop()))
  await world.close()
})

function everyValue(value: Json, visit: (value: Json) => void): void {
  visit(value)
  if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) everyValue(inner, visit)
}
const find = (pointer: string): Json =>
  pointer
    .replace('#/', '')
    .split('/')
    .reduce((found, name) => found?.[name], document)

/** Rejects undescribed properties. */
function closed(schema: Json): Json {
  if (schema === null || typeof schema !== 'object') return schema
  if (Array.isArray(schema)) return schema.map(closed)
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  return schema.type === 'object' && schema.properties ? { ...inner, additionalProperties: false } : inner
}

function createCheck() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  ajv.addSchema({ $id: 'asyncapi', components: closed(document.components) })
  return (payload: { $ref: string }, value: unknown): string[] => {
    const check = ajv.compile({ $ref: `asyncapi${payload.$ref}` })
    check(value)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

describe('the AsyncAPI document', () => {
  test('is AsyncAPI 3.0 without dangling references', () => {
    expect(document.asyncapi).toBe('3.0.0')
    expect(Object.keys(document.channels)).toEqual(['stream', 'webhook'])
    const pointers: string[] = []
    everyValue(document, (value) => {
      if (typeof value?.$ref === 'string') pointers.push(value.$ref)
    })
    expect(pointers.length).toBeGreaterThan(50)
    expect(pointers.filter((pointer) => !pointer.startsWith('#/') || find(pointer) === undefined)).toEqual([])
    for (const { action, channel } of Object.values<Json>(document.operations)) {
      expect([action, typeof find(channel.$ref).title]).toEqual(['send', 'string'])
    }
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/)
  })

  test('has examples that match their schemas', () => {
    const faultsOf = createCheck()
    for (const { messages } of Object.values<Json>(document.channels)) {
      for (const [name, { payload, examples, summary }] of Object.entries<Json>(messages)) {
        expect([name, faultsOf(payload, examples[0].payload)]).toEqual([name, []])
        expect(summary).toMatch(/^[A-Z]/)
      }
    }
  })

  test('has the same events for the stream and for webhooks, of every kind', () => {
    const { stream, webhook } = document.channels
    const types = Object.keys(webhook.messages)
    expect(Object.keys(stream.messages).filter((name) => !types.includes(name))).toEqual([
      'hello',
      'skipped',
      'end',
      'location.compact',
    ])
    expect(new Set(types.map((type) => type.split('.')[0]))).toEqual(new Set(eventKinds))
  })
})

test('published events match the document', async () => {
  const account = await world.make.account({ licenses: 10 })
  const { token } = account
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await world.call(method, path, { token, body })
    expect([method, path, answer.status < 300, answer.text]).toEqual([method, path, true, answer.text])
    return answer.body
  }
  const { cursor } = await call('GET', '/api/events')

  const device = await world.make.device(account, { identifier: '356307042441013' })
  const path = `/api/devices/${device.id}`
  await call('PATCH', path, { name: 'Renamed' })
  await call('POST', `${path}/locations`, {
    dateTime: new Date().toISOString(),
    latitude: 41.5,
    longitude: 2.1,
    speed: 5,
    course: 90,
    altitude: 10,
    accuracy: 3,
    satellites: 9,
    battery: 80,
    ignition: true,
    inputs: [true, false],
    alerts: ['sos'],
    attributes: { door: 'open', count: 2 },
  })
  const { path: ingest } = await world.make.ingestKey(account, { protocol: 'osmand' })
  const stored = await world.app.inject({ method: 'GET', url: `${ingest}?id=356307042441013&batt=31` })
  expect(stored.statusCode).toBe(200)
  const alert = await world.make.alert(account, device.id, { location: { latitude: 1, longitude: 2 } })
  await call('POST', `/api/alerts/${alert.id}/acknowledge`, {})
  await call('PATCH', `/api/alerts/${alert.id}`, { note: 'Seen.' })
  await call('POST', `/api/alerts/${alert.id}/resolve`, {})
  const contact = await world.make.contact(account)
  const defaultFor = ['info', 'warning', 'critical']
  await world.make.escalationPolicy(account, contact.id, { defaultFor })
  const withdrawn = await world.make.alert(account, device.id)
  await createSweep(world.ctx)()
  await world.superuser.query('update alerts set withdrawn_at = now() where id = $1', [withdrawn.id])

  const notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
  for (const state of ['sent', 'failed', 'suppressed']) {
    await notified.raise(1)
    await world.superuser.query(
      `update notifications set state = $2, reason = case $2 when 'sent' then null else 'repeat' end,
         sent_at = case $2 when 'sent' then now() end
       where account_id = $1 and state = 'waiting'`,
      [account.accountId, state],
    )
  }
  await world.superuser.query(
    `insert into spending_cap_notices (account_id, kind, period, starts_on, percent, cap, used, at)
     select $1, 'sms', 'day', current_date, percent, 200, 180, now() from unnest('{80,90,100}'::int[]) as percent`,
    [account.accountId],
  )
  await publishCapNotices(world.ctx)
  world.clock.offsetMs = 15 * 60_000
  await sweepPresence(world.ctx)
  world.clock.offsetMs = 0
  await call('PATCH', `${path}/limits`, { expires: true, expirationDate: '2020-01-01' })
  await sweepExpiries(world.ctx)
  await call('POST', `${path}/reactivate`, {})
  const command = await world.make.command(account, device.id)
  const { rows } = await world.superuser.query('select number from devices where id = $1', [device.id])
  for (const state of ['sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const) {
    const event = { id: command.id, deviceId: device.id, deviceNumber: rows[0].number, state, reason: null }
    await inTransaction(world.ctx, account.accountId, (tx) =>
      emitCommandEvent(tx, { ...event, type: 'position' }),
    )
  }
  // Where it stops on the way.
  const halfway = { geometry: { type: 'Point', coordinates: [2.18983, 41.5] }, radius: 500 }
  await geofenceSince(world, account, new Date(Date.now() - 7_200_000), halfway)
  await makeTrip(world, account.accountId, device.id)
  const fuelled = await fuelledDevice(world, account)
  const pump = driveAndStand({ metres: 0, atMs: Date.now() - 10_800_000 }, [
    ...repeated(30, 10),
    ...repeated(90, 15),
  ])
  const yard = driveAndStand(pump, [...repeated(80, 15), ...repeated(60, 15)])
  await fuelled.report([...pump.locations, ...yard.locations])
  world.clock.release()
  await call('PUT', `${path}/odometer`, { value: 1_000 })
  await call('POST', '/api/reportRuns', {
    report: 'trips',
    from: '2026-11-01',
    to: '2026-11-02',
    format: 'csv',
  })
  await writeNext(world.ctx)
  await call('PUT', `${path}/driver`, { driverId: null })
  for (const everyDays of [5, 10]) {
    const plan = await world.make.maintenancePlan(account, { devices: [device.id], everyDays, warnDays: 4 })
    const doneAt = new Date(Date.now() - 7 * 86_400_000).toISOString()
    await call('POST', `${path}/maintenance/${plan.id}/done`, { doneAt })
  }
  while (await checkDue(world.ctx));
  const stage = await setSupportStage(world)
  await adoptAccount(world, stage.reseller, account)
  const supported = { ...account, ownerToken: await world.make.passwordToken(account) }
  const support = await visit(world, stage, supported)
  await call('POST', `/api/account/supportSessions/${support.id}/end`)
  await world.superuser.query('update nodes set is_staff = true, granted = null where account_number = $1', [
    account.accountId,
  ])
  await world.superuser.query(
    `insert into email_senders (node, path, address, domain, selector, public_key, private_key, state, check_at, updated_at)
     select number, path, 'a@a.example', 'a.example', 'a', 'a', '', 'verified', now(), now() from nodes where id = $1`,
    [stage.reseller.id],
  )
  await noteSenders(world.ctx)
  await world.superuser.query(`update email_senders set state = 'withdrawn', fault = 'missing'`)
  await noteSenders(world.ctx)
  await world.superuser.query(
    `insert into hosts (node, path, name, state, token, added_by, added_at, verified_at)
     select number, path, 'fleet.a.example', 'verified', repeat('a', 32), 'a@a.example', now(), now()
     from nodes where id = $1`,
    [stage.reseller.id],
  )
  await noteHosts(world.ctx, 10)
  await world.superuser.query(
    `insert into node_usage_days (account_number, day, account, path, ends_at, licenses_peak, licenses_granted, emails,
       sms, sms_prefixes, api_units, locations, closed_at, is_emitted)
     select account_number, '2026-11-01', id, path, '2026-11-02', 1, 1, 0, 0, '{}', 0, 0, now(), false
     from nodes where account_number = $1`,
    [account.accountId],
  )
  // Only the first staff account of a reseller learns of closed days.
  await world.superuser.query(
    `delete from nodes where is_staff and account_number <> $1
       and parent = (select parent from nodes where account_number = $1)`,
    [account.accountId],
  )
  await emitDays(world.ctx)
  const why = { reason: 'Unpaid.', author: 'Ana' }
  await suspendAccount(world.ctx, account.accountId, why)
  await reopenAccount(world.ctx, account.accountId, why)
  await call('DELETE', path)

  const { messages } = document.channels.webhook
  const wanted = Object.keys(messages)
  const read = async () => (await call('GET', `/api/events?after=${cursor}&limit=1000`)).events as Json[]
  await expect.poll(async () => (await read()).at(-1)?.type).toBe('device.deleted')
  const published = await read()
  expect([...new Set(published.map(({ type }) => type))].sort()).toEqual(wanted.sort())
  const faultsOf = createCheck()
  for (const event of published) {
    const { payload } = messages[event.type]
    expect([event, faultsOf(payload, event)]).toEqual([event, []])
  }

  const inSpain = { latitude: 41.5, place: { country: 'ES', town: expect.any(String) } }
  const dataOf = (wanted: string) => published.find(({ type }) => type === wanted)!.data
  expect(dataOf('trip.ended')).toMatchObject({ start: inSpain, end: inSpain })
  expect(dataOf('trip.started').start).toMatchObject(inSpain)
  // A subscriber may not see the geofence that it is in.
  expect(dataOf('trip.ended').end.place).not.toHaveProperty('geofence')
  expect(dataOf('alert.acknowledged')).toMatchObject({ place: { sea: 'Gulf of Guinea', country: null } })
  expect(dataOf('location')).not.toHaveProperty('place')

  const query = `forSeconds=1&form=compact&kinds=location&after=${cursor}`
  const { text } = await world.call('GET', `/api/stream?${query}`, { token })
  const received = [...text.matchAll(/event: (.+)\ndata: (.+)\n/g)].map(([, name, data]) => ({ name, data }))
  expect(received.map(({ name }) => name)).toEqual(['hello', 'location'])
  const inStream = document.channels.stream.messages
  expect(faultsOf(inStream.hello.payload, JSON.parse(received[0]!.data!))).toEqual([])
  expect(faultsOf(inStream['location.compact'].payload, JSON.parse(received[1]!.data!))).toEqual([])
})
