import { expect, test } from 'vitest'
import { imeiOf, imeisOf } from './identifiers.ts'

test('an IMEI has fifteen digits and a valid check digit', () => {
  // The example of 3GPP TS 23.003, annex B, for the digits 49015420323751.
  expect(imeiOf('490154203237', 51)).toBe('490154203237518')
  expect(imeiOf('35', 7)).toMatch(/^35\d{13}$/)
})

test('the identifiers of a fleet are distinct', () => {
  expect(new Set(imeisOf('35630704', 100_000)).size).toBe(100_000)
})

test('rejects a prefix that leaves too few digits', () => {
  expect(() => imeiOf('490154203237', 100)).toThrow('no room')
  expect(() => imeiOf('abc', 1)).toThrow('prefix')
})
