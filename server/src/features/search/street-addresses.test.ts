import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeGeocoder } from '../../../test/fake-geocoder.ts'
import { openFakeGeocoder, photonAnswer, photonFeature, sendJson } from '../../../test/fake-geocoder.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const address = '127.0.0.2'
const at = { latitude: 41.3532, longitude: -1.6431 }

let provider: FakeGeocoder
let world: World
let account: MadeAccount
beforeAll(async () => {
  provider = await openFakeGeocoder(address)
  world = await openWorld({
    RASTRO_GEOCODER_KIND: 'photon',
    RASTRO_GEOCODER_URL: provider.url,
    RASTRO_GEOCODER_ALLOWED_NETWORKS: `${address}/32`,
    RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
  })
  account = await world.make.account()
})
afterAll(async () => {
  await world.close()
  await provider.close()
})

const read = (path: string) => world.call('GET', path, { token: account.token })

test('the place at a point has the street address, and searches find it if they ask for it', async () => {
  provider.behaviour = (response) =>
    sendJson(response, photonAnswer([photonFeature(at, { street: 'Calle Mayor', housenumber: '5' })]))
  const reversed = await read(`/api/places/reverse?latitude=${at.latitude}&longitude=${at.longitude}`)
  expect(reversed.body.address).toMatchObject({ street: 'Calle Mayor', houseNumber: '5' })
  expect(reversed.body.place.town).toBe('Calatayud')

  const quick = await read('/api/places/search?q=calle+mayor')
  const complete = await read('/api/places/search?q=calle+mayor&addresses=true')
  const addressesOf = ({ body }: typeof quick) =>
    body.results.filter(({ type }: { type: string }) => type === 'address')
  expect(addressesOf(quick)).toEqual([])
  expect(addressesOf(complete)).toEqual([expect.objectContaining({ ...at })])
})

test('a geocoder that does not respond costs at most its time, and the place is there', async () => {
  provider.behaviour = () => {}
  const startedAt = performance.now()
  const { body } = await read('/api/places/reverse?latitude=40.4168&longitude=-3.7038')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(body).toMatchObject({ address: null, place: { town: 'Madrid' } })
})
