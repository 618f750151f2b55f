import { expect, test } from 'vitest'
import { placesOf } from './alarm-places.ts'

const sos = { id: 'alt_2', deviceId: 'dev_1', latitude: 1, longitude: 2 }

test('a device is shown where it is now, once, with its newest alert', () => {
  const older = { ...sos, id: 'alt_1' }
  const row = { id: 'dev_1', name: 'Truck 01', latitude: 40, longitude: -3 }
  expect(placesOf([sos, older], [row])).toEqual([
    { deviceId: 'dev_1', alertId: 'alt_2', name: 'Truck 01', latitude: 40, longitude: -3 },
  ])
})

test('without a location of the device, the place of the alert counts', () => {
  const silent = { id: 'dev_1', name: 'Truck 01', latitude: undefined, longitude: undefined }
  expect(placesOf([sos], [silent])).toMatchObject([{ latitude: 1, longitude: 2 }])
  expect(placesOf([{ ...sos, latitude: null, longitude: null }], [silent])).toEqual([])
})
