import { RastroError } from '@rastro/client'
import { expect, test } from 'vitest'
import { faultsOf, fromTags, toTags } from './save-geofence.ts'

const invalid = (...paths: string[]) =>
  new RastroError(400, 'geofences.invalid_shape', 'It is wrong.', {
    details: paths.map((path) => ({ path, message: 'is wrong' })),
  })

test('assigns each fault to its field, the first of several', () => {
  expect(faultsOf(invalid('geometry.coordinates.0.2.1', 'geometry.coordinates.0.3.1', 'radius'))).toEqual({
    geometry: 'geometry.coordinates.0.2.1 is wrong.',
    radius: 'radius is wrong.',
  })
  expect(faultsOf(new RastroError(409, 'geofences.name_taken', 'There is one already.'))).toEqual({
    name: 'There is one already.',
  })
})

test('a fault without a field applies to the whole form', () => {
  expect(faultsOf(invalid('type'))).toBeUndefined()
  expect(faultsOf(new RastroError(503, 'service.unavailable', 'Away.'))).toBeUndefined()
  expect(faultsOf(new TypeError('broken'))).toBeUndefined()
})

test('tags are written as `name` or `name: value`', () => {
  const tags = { city: 'Lisbon', 'open at': '07:30', cold: '' }
  expect(fromTags(tags)).toEqual(['city: Lisbon', 'open at: 07:30', 'cold'])
  expect(toTags(fromTags(tags))).toEqual(tags)
})
