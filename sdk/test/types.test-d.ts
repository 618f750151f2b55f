// What must compile, and what must not: checked by `npm run check`, never run.

import { expectTypeOf, test } from 'vitest'
import type {
  Alert,
  AnswerOf,
  CommandEvent,
  CompactLocation,
  Device,
  Location,
  LocationEvent,
  PagedPath,
  Rastro,
  Segment,
  StreamEvent,
  Visit,
} from '../src/index.ts'

declare const rastro: Rastro
const path = { deviceId: 'dev_0aB1cD2eF3gH4iJ5kL6mN7' }

test('a path belongs to its method', () => {
  expectTypeOf(rastro.get('/api/devices')).resolves.toHaveProperty('devices')
  // @ts-expect-error there is no such path
  rastro.get('/api/divices')
  // @ts-expect-error a list cannot be deleted
  rastro.delete('/api/devices')
})

test('requires the parameters of a path, and no others', () => {
  rastro.get('/api/devices/{deviceId}', { path })
  // @ts-expect-error the device is missing
  rastro.get('/api/devices/{deviceId}')
  // @ts-expect-error a wrong name
  rastro.get('/api/devices/{deviceId}', { path: { id: path.deviceId } })
  // @ts-expect-error a list has no path parameter
  rastro.get('/api/devices', { path })
})

test('a query has the types of its description', () => {
  rastro.get('/api/devices', { query: { limit: 10 } })
  // @ts-expect-error a number
  rastro.get('/api/devices', { query: { limit: 'ten' } })
  // @ts-expect-error no such filter
  rastro.get('/api/devices', { query: { colour: 'red' } })
})

test('a body has all its fields, of their types, and no others', () => {
  rastro.post('/api/groups', { body: { name: 'Harbour' } })
  // @ts-expect-error without its name
  rastro.post('/api/groups', { body: {} })
  // @ts-expect-error without a body
  rastro.post('/api/groups')
  // @ts-expect-error a field that is misspelt
  rastro.post('/api/groups', { body: { name: 'Harbour', devises: [] } })
  // @ts-expect-error an unknown kind
  rastro.post('/api/alertRules', { body: { name: 'Wrong', type: 'mood' } })
  // @ts-expect-error a GET has none
  rastro.get('/api/groups', { body: { name: 'Harbour' } })
})

test('a change is a merge patch or a list of operations', () => {
  rastro.patch('/api/devices/{deviceId}', { path, body: { name: 'Gaviota' } })
  rastro.patch('/api/devices/{deviceId}', { path, body: [{ op: 'remove', path: '/tags/a' }] })
  rastro.patch('/api/devices/{deviceId}', { path, body: { identifier: null, limits: { dailySmsLimit: 3 } } })
  // @ts-expect-error a field that is misspelt
  rastro.patch('/api/devices/{deviceId}', { path, body: { naem: 'Gaviota' } })
  // @ts-expect-error a name cannot be removed
  rastro.patch('/api/devices/{deviceId}', { path, body: { name: null } })
  // @ts-expect-error no such operation
  rastro.patch('/api/devices/{deviceId}', { path, body: [{ op: 'erase', path: '/tags/a' }] })
})

test('a period reads, anything else adds', async () => {
  const period = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }
  const read = await rastro.post('/api/devices/{deviceId}/locations', { path, body: period })
  expectTypeOf(read.locations).toEqualTypeOf<Location[]>()
  const body = { dateTime: period.from, latitude: 41.4, longitude: 2.2 }
  const added = await rastro.post('/api/devices/{deviceId}/locations', { path, body })
  expectTypeOf(added).toHaveProperty('rejected')
  // @ts-expect-error a report returns no locations
  added.locations
  const alerts = await rastro.post('/api/devices/{deviceId}/alerts', { path, body: period })
  expectTypeOf(alerts.alerts).toEqualTypeOf<Alert[]>()
  const raised = await rastro.post('/api/devices/{deviceId}/alerts', {
    path,
    body: { alert: { name: 'sos' } },
  })
  expectTypeOf(raised.id).toEqualTypeOf<string>()
})

test('a response has the types of its description', async () => {
  expectTypeOf<AnswerOf<'/api/devices', 'get'>['devices']>().toEqualTypeOf<Device[]>()
  const { device } = await rastro.get('/api/devices/{deviceId}', { path })
  expectTypeOf(device).toEqualTypeOf<Device>()
  expectTypeOf(device.identifier).toEqualTypeOf<string | null>()
  // @ts-expect-error a field that is misspelt
  device.identifer
})

test('only paginated lists have pages', async () => {
  expectTypeOf<'/api/devices'>().toExtend<PagedPath>()
  expectTypeOf<'/api/account'>().not.toExtend<PagedPath>()
  for await (const page of rastro.pages('/api/alerts')) expectTypeOf(page.alerts).toEqualTypeOf<Alert[]>()
  for await (const page of rastro.pages('/api/trips')) expectTypeOf(page.trips).toEqualTypeOf<Segment[]>()
  for await (const page of rastro.pages('/api/visits')) expectTypeOf(page.visits).toEqualTypeOf<Visit[]>()
  // @ts-expect-error one account, no pages
  rastro.pages('/api/account')
})

test('an event is narrowed by its type, and its payload by the inner type', async () => {
  for await (const event of rastro.stream()) {
    expectTypeOf(event).toEqualTypeOf<StreamEvent>()
    if (event.type === 'location') {
      expectTypeOf(event.data).toEqualTypeOf<LocationEvent>()
      expectTypeOf(event.data.data.latitude).toEqualTypeOf<number | null>()
    }
    if (event.type === 'command') {
      expectTypeOf(event.data).toEqualTypeOf<CommandEvent>()
      if (event.data.type === 'command.failed')
        expectTypeOf(event.data.type).toEqualTypeOf<'command.failed'>()
    }
    if (event.type === 'trip' && event.data.type === 'trip.corrected') {
      expectTypeOf(event.data.data.after.endedAt).toEqualTypeOf<string | null>()
      // @ts-expect-error only an end has a duration
      event.data.data.duration
    }
    if (event.type === 'visit' && event.data.type === 'visit.ended')
      expectTypeOf(event.data.data.type).toEqualTypeOf<'stayed' | 'passed'>()
    // @ts-expect-error there is no such kind
    if (event.type === 'lokation') return
    // @ts-expect-error not narrowed yet
    event.data.data.latitude
  }
})

test('the form determines the type of a location', async () => {
  for await (const event of rastro.stream({ form: 'compact' })) {
    if (event.type !== 'location') continue
    expectTypeOf(event.data).toEqualTypeOf<CompactLocation>()
    expectTypeOf(event.data[2]).toEqualTypeOf<number | null>()
  }
  // @ts-expect-error no such form
  rastro.stream({ form: 'short' })
  // @ts-expect-error no such kind
  rastro.stream({ kinds: ['lokation'] })
  // @ts-expect-error four numbers
  rastro.stream({ area: [1, 2, 3] })
})
