import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const calatayud = { latitude: 41.3532, longitude: -1.55 }

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let recorder: Awaited<ReturnType<typeof recordLocations>>
let yard: { id: string; name: string }
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  account = await world.make.account()
  otherAccount = await world.make.account()
  const geometry = { type: 'Point', coordinates: [2.2, 41.4] }
  await world.make.geofence(account, { name: 'Whole harbour', geometry, radius: 5_000 })
  const { id, name } = await world.make.geofence(account, { name: 'Yard North', geometry, radius: 300 })
  yard = { id, name }
})
afterAll(async () => {
  await recorder.stop()
  await world.close()
})

const read = (path: string, token = account.token, language = 'en') =>
  world.call('GET', path, { token, headers: { 'accept-language': language } })
const reverse = ({ latitude, longitude }: typeof calatayud, token?: string, language?: string) =>
  read(`/api/places/reverse?latitude=${latitude}&longitude=${longitude}`, token, language)

describe('the place at a point', () => {
  test('is the nearest town with distance and direction, region and country', async () => {
    const { body } = await reverse(calatayud)
    // Nobody is asked unless the operator has chosen a geocoder.
    expect(body.address).toBeNull()
    expect(body.place).toMatchObject({
      name: '7.8 km E of Calatayud, Zaragoza, Spain',
      shortName: '7.8 km E of Calatayud',
      geofence: null,
      town: 'Calatayud',
      direction: 'E',
      region: 'Zaragoza',
      country: 'ES',
      sea: null,
    })
  })

  test.each([
    ['es-MX,es;q=0.9', '7,8 km al E de Calatayud, Zaragoza, España'],
    ['pt', '7,8 km a E de Calatayud, Saragoça, Espanha'],
    ['de', '7.8 km E of Calatayud, Zaragoza, Spain'],
  ])('has its name in the language %s', async (language, name) => {
    expect((await reverse(calatayud, undefined, language)).body.place.name).toBe(name)
  })

  test.each([
    ['units=imperial', 'en', '4.8 mi E of Calatayud, Zaragoza, Spain'],
    ['units=nautical', 'es', '4,2 NM al E de Calatayud, Zaragoza, España'],
    ['units=unknown', 'en', '7.8 km E of Calatayud, Zaragoza, Spain'],
  ])('has its distance as Prefer: %s wants it', async (prefer, language, name) => {
    const headers = { prefer, 'accept-language': language }
    const path = `latitude=${calatayud.latitude}&longitude=${calatayud.longitude}`
    const { token } = account
    const { body } = await world.call('GET', `/api/places/reverse?${path}`, { token, headers })
    expect(body.place).toMatchObject({ name, distance: expect.closeTo(7_800, -2) })
    const q = `${calatayud.latitude}, ${calatayud.longitude}`
    const search = `/api/places/search?q=${encodeURIComponent(q)}`
    const found = await world.call('GET', search, { token, headers })
    expect(found.body.results[0].detail).toBe(name)
  })

  test('begins with the smallest geofence around it', async () => {
    const { body } = await reverse({ latitude: 41.4, longitude: 2.2 })
    expect(body.place).toMatchObject({ geofence: yard, shortName: 'Yard North' })
    expect(body.place.name).toMatch(/^in Yard North, /)
  })

  test('names no geofence of another account, and none that the user may not see', async () => {
    const user = await world.make.user(account)
    for (const token of [otherAccount.token, user.token]) {
      const { status, body } = await reverse({ latitude: 41.4, longitude: 2.2 }, token)
      expect([status, body.place.geofence]).toEqual([200, null])
    }
  })

  test('at sea is named after the sea', async () => {
    const { body } = await reverse({ latitude: 45.5, longitude: -4 }, undefined, 'pt')
    expect(body.place).toMatchObject({ sea: 'Golfo da Biscaia', country: null, region: null })
    expect(body.place.name).toMatch(/^Golfo da Biscaia, 204 km a SO de Les Sables-d'Olonne, França$/)
  })

  test.each(['latitude=91&longitude=0', 'latitude=1', 'latitude=1&longitude=x', 'latitude=NaN&longitude=0'])(
    'needs coordinates: %s',
    async (query) => {
      expect((await read(`/api/places/reverse?${query}`)).status).toBe(400)
    },
  )

  test('is found for many points at once, in their order', async () => {
    const points = [calatayud, { latitude: 41.4, longitude: 2.2 }, { latitude: 45.5, longitude: -4 }]
    const { body } = await world.call('POST', '/api/places/reverse', {
      token: account.token,
      body: { points },
    })
    expect(body.places.map(({ town, sea }: { town: string; sea: string }) => sea ?? town)).toEqual([
      'Calatayud',
      expect.any(String),
      'Bay of Biscay',
    ])
    const tooMany = { points: Array.from({ length: 201 }, () => calatayud) }
    const refused = await world.call('POST', '/api/places/reverse', { token: account.token, body: tooMany })
    expect(refused.status).toBe(400)
  })
})

describe('records with coordinates', () => {
  test('have a place: the last location and an alert', async () => {
    const { id } = await world.make.device(account)
    const body = { dateTime: new Date().toISOString(), ...calatayud }
    const stored = await world.call('POST', `/api/devices/${id}/locations`, { token: account.token, body })
    expect(stored.status).toBe(201)
    const place = expect.objectContaining({ shortName: '7.8 km E of Calatayud' })
    expect((await read(`/api/devices/${id}/lastLocation`)).body.lastLocation).toMatchObject({
      ...calatayud,
      place,
    })
    const alert = await world.make.alert(account, id)
    expect(alert.place).toEqual(place)
    expect((await read(`/api/alerts/${alert.id}`)).body.place).toEqual(place)
    expect((await read(`/api/alerts?deviceId=${id}`)).body.alerts[0].place).toEqual(place)
    expect((await read(`/api/devices/${id}/alerts?limit=1`)).body.alerts[0].place).toEqual(place)
  })
})
