import { expect, test } from 'vitest'
import { preferencesOf } from './preferences.ts'

test.each([
  [undefined, 'metric'],
  ['units=imperial', 'imperial'],
  ['respond-async, Units = "nautical"; wait=5', 'nautical'],
  [['wait=5', 'units=nautical'], 'nautical'],
  ['units=imperial, units=nautical', 'imperial'],
  ['units=cubits', 'metric'],
  ['myunits=imperial', 'metric'],
  [`${','.repeat(100_000)}units=imperial`, 'metric'],
])('prefers units by %j', (prefer, units) => {
  expect(preferencesOf({ prefer })).toEqual({ language: 'en', units })
})

test('has the language beside them', () => {
  expect(preferencesOf({ 'accept-language': 'pt-BR', prefer: 'units=imperial' })).toEqual({
    language: 'pt',
    units: 'imperial',
  })
})
