import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

const t = ((key: string, values?: object) =>
  [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction<'devices'>

test('errors that spreadsheets have are translated, others stay as the server writes them', () => {
  expect(faultText('is required', 'name', t)).toBe('import.faultTexts.required')
  expect(faultText('"North 2" is not a group', 'group', t)).toBe('import.faultTexts.group North 2')
  expect(faultText('is also in line 12', 'identifier', t)).toBe('import.faultTexts.twice 12')
  expect(faultText('must be one of car, van, null', 'vehicleType', t)).toContain('vehicle.types.car, vehicle')
  expect(faultText('must be a date, like 2026-11-15', 'expirationDate', t)).toBe('import.faultTexts.date')
  expect(faultText('is not valid', 'model', t)).toBe('is not valid')
})
