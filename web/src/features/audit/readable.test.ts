import { expect, test } from 'vitest'
import { idsIn, readable, wordsOf } from './readable.ts'

const device = 'dev_0aB1cD2eF3gH4iJ5kL6mN7'
const gone = 'grp_0aB1cD2eF3gH4iJ5kL6mN7'
const reading = {
  dateTime: () => '15 Nov 2026, 11:06',
  nameOf: (id: string) => (id === device ? 'Truck 01' : undefined),
}

test('times and identifiers become readable, wherever they stand', () => {
  expect(readable('2026-11-15T10:06:00.123Z', reading)).toBe('15 Nov 2026, 11:06')
  expect(readable(`${device}, ${gone}`, reading)).toBe(`Truck 01, ${gone}`)
  expect(readable('plain text', reading)).toBe('plain text')
})

test('identifiers are found in targets and values', () => {
  expect(idsIn([{ targetId: device, after: { groups: [gone, gone] } }])).toEqual([device, gone])
})

test('fields are named in words', () => {
  expect(wordsOf('limits.dailyEmailLimit')).toBe('Limits: daily email limit')
})
