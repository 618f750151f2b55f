import { expect, test } from 'vitest'
import { cityOf, consequenceOf, todayIn } from './expiry.ts'

const active = { isExpiredNow: false, expires: true, date: '', today: '2026-11-15' }
const expired = { ...active, isExpiredNow: true }

test('a future date expires the device on that day; today or earlier expires it at once', () => {
  expect(consequenceOf({ ...active, date: '2026-11-16' })).toBe('endsOn')
  expect(consequenceOf({ ...active, date: '2026-11-15' })).toBe('endsNow')
  expect(consequenceOf({ ...active, date: '2025-12-31' })).toBe('endsNow')
})

test('without expiry the device stays active; without a date nothing can be predicted', () => {
  expect(consequenceOf({ ...active, expires: false })).toBe('stays')
  expect(consequenceOf(active)).toBe('chooseDate')
})

test('an expired device becomes active when the expiry is removed or moved ahead', () => {
  expect(consequenceOf({ ...expired, expires: false })).toBe('comesBack')
  expect(consequenceOf({ ...expired, date: '2027-01-01' })).toBe('comesBackUntil')
  expect(consequenceOf({ ...expired, date: '2026-11-15' })).toBe('staysExpired')
})

test('the day is that of the account, not of the browser', () => {
  const newYear = new Date('2026-12-31T23:30:00Z')
  expect(todayIn('Europe/Madrid', newYear)).toBe('2027-01-01')
  expect(todayIn('America/Sao_Paulo', newYear)).toBe('2026-12-31')
})

test('a time zone is shown by its city', () => {
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
})
