import { describe, expect, test } from 'vitest'
import { cleanAddress, isNear } from './clean-address.ts'
import type { RawAddress } from './provider.types.ts'

const at = { latitude: 41.3532, longitude: -1.6431 }
const clean = (raw: RawAddress, withName = false) =>
  cleanAddress({ ...at, ...raw }, { otherwiseAt: undefined, withName })?.address

describe('the text of an address', () => {
  const calatayud = { street: 'Calle Mayor', houseNumber: '5', postalCode: '50300', town: 'Calatayud' }
  test.each<[RawAddress, string]>([
    [calatayud, 'Calle Mayor 5, 50300 Calatayud'],
    [{ ...calatayud, countryCode: 'US' }, '5 Calle Mayor, 50300 Calatayud'],
    [{ street: 'A-2', region: 'Aragón', country: 'España' }, 'A-2, Aragón'],
    [{ town: 'Calatayud', country: 'España' }, 'Calatayud'],
    [{ country: 'España' }, 'España'],
    [{ ...calatayud, text: 'as the provider writes it' }, 'as the provider writes it'],
    [{ houseNumber: 7, street: 'Calle Mayor' }, 'Calle Mayor 7'],
    [{ name: 'Bar Pepe', town: 'Calatayud' }, 'Bar Pepe, Calatayud'],
    [{ name: 'Bar Pepe', ...calatayud }, 'Calle Mayor 5, 50300 Calatayud'],
  ])('%o is %o', (raw, text) => {
    expect(clean(raw)?.text).toBe(text)
  })

  test('has the name of a building in a search', () => {
    expect(clean({ name: 'Bar Pepe', ...calatayud }, true)?.text).toBe(
      'Bar Pepe, Calle Mayor 5, 50300 Calatayud',
    )
    expect(clean({ name: 'Calatayud', town: 'Calatayud' }, true)?.text).toBe('Calatayud')
  })
})

describe('what a provider sends is not trusted', () => {
  test.each<[string, unknown, string | null]>([
    ['markup', 'Calle <img src=x onerror=alert(1)> Mayor', 'Calle Mayor'],
    ['broken markup', '<<b>script>alert(1)</script', 'script alert(1) /script'],
    ['control characters', 'Calle\u0000\u001b[31m\r\nMayor', 'Calle [31m Mayor'],
    ['direction marks', 'Calle\u202eroyaM\u2066', 'Calle royaM'],
    ['half a character', 'Calle \ud83d', 'Calle'],
    ['only spaces', ' \u00a0\u2028 ', null],
    ['an object', { toString: 'Calle' }, null],
    ['a list', ['Calle'], null],
    ['a truth', true, null],
  ])('%s', (_, street, expected) => {
    const address = clean({ street, town: 'Calatayud' })
    expect(address?.street).toBe(expected)
    expect(address?.text).not.toMatch(/[<>\p{Cc}\p{Cf}\ufffd]/u)
  })

  test('huge texts are cut, quickly', () => {
    const beganAt = performance.now()
    for (const text of ['x'.repeat(60_000), '<'.repeat(60_000), '<a'.repeat(30_000), '😀'.repeat(30_000)]) {
      const address = clean({ street: text, town: text, text, region: text })
      for (const part of [address?.street, address?.town, address?.region].filter((one) => one != null))
        expect([...part].length).toBeLessThanOrEqual(100)
      if (address) expect([...address.text].length).toBeLessThanOrEqual(200)
    }
    expect(performance.now() - beganAt).toBeLessThan(500)
  })

  test.each<[unknown, unknown]>([
    ['1e3', 2],
    [91, 2],
    [1, 181],
    [Number.NaN, 2],
    [null, 2],
    [{}, []],
    ['0x10', '2'],
    ['41.5', ' 2'],
  ])('coordinates %o, %o are none', (latitude, longitude) => {
    expect(clean({ latitude, longitude, town: 'Calatayud' })).toBe(undefined)
  })

  test('coordinates may be text', () => {
    const raw = { latitude: '41.3532', longitude: '-1.6431', town: 'Calatayud' }
    expect(cleanAddress(raw, { otherwiseAt: undefined, withName: false })).toMatchObject(at)
  })
})

test('near is about 28 km, also across the antimeridian and at the poles', () => {
  expect(isNear(at, { latitude: 41.5, longitude: -1.7 })).toBe(true)
  expect(isNear(at, { latitude: 41.7, longitude: -1.6431 })).toBe(false)
  expect(isNear({ latitude: 0, longitude: 179.95 }, { latitude: 0, longitude: -179.95 })).toBe(true)
  expect(isNear({ latitude: 89.99, longitude: 0 }, { latitude: 89.99, longitude: 180 })).toBe(true)
  expect(isNear({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 0.4 })).toBe(true)
})
