import { describe, expect, test } from 'vitest'
import { placeAt } from './place-at.ts'

describe('a place', () => {
  test.each([
    [40.4168, -3.7038, 'Madrid', 'ES'],
    [41.3532, -1.6431, 'Calatayud', 'ES'],
    [38.7223, -9.1393, 'Lisbon', 'PT'],
    [-23.5505, -46.6333, 'São Paulo', 'BR'],
    [42.6629, 21.1655, 'Pristina', 'XK'],
    [43.7333, 7.4167, 'Monaco', 'MC'],
    [-18.1416, 178.4419, 'Suva', 'FJ'],
  ])('at %d, %d is %s in %s', (latitude, longitude, town, country) => {
    expect(placeAt(latitude, longitude, 'en')).toMatchObject({ town, country })
  })

  test('has a distance and a direction from its town, but not within it', () => {
    const place = placeAt(41.3532, -1.55, 'en')
    expect(place).toMatchObject({ town: 'Calatayud', direction: 'E', region: 'Zaragoza' })
    expect(place.distanceM).toBeGreaterThan(7_000)
    expect(place.distanceM).toBeLessThan(8_500)
    expect(placeAt(40.42, -3.7, 'en')).toMatchObject({ distanceM: 0, direction: null })
  })

  test('has names in the language', () => {
    expect(placeAt(51.5074, -0.1278, 'es').town).toBe('Londres')
    expect(placeAt(48.2082, 16.3738, 'pt').town).toBe('Viena')
  })

  test('at sea is in no country', () => {
    expect(placeAt(38.5, -15, 'en')).toMatchObject({ region: null, country: null, direction: 'W' })
    expect(placeAt(0, -150, 'en').country).toBeNull()
  })

  test.each([
    [90, 0],
    [-90, 0],
    [-16.5, 180],
    [-16.5, -180],
    [65, 179.999_99],
    [0, 0],
  ])('is found at %d, %d', (latitude, longitude) => {
    const { town, distanceM } = placeAt(latitude, longitude, 'en')
    expect(town).not.toBe('')
    expect(distanceM).toBeLessThan(4_000_000)
  })

  test('is the same on both sides of the antimeridian', () => {
    expect(placeAt(-16.8, 180, 'en')).toEqual(placeAt(-16.8, -180, 'en'))
  })
})
