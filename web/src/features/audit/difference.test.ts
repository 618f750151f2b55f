import { expect, test } from 'vitest'
import { differencesOf, nameIn } from './difference.ts'

test('lists only changed fields', () => {
  const before = { name: 'Boat', tags: { port: 'Vigo' }, groups: ['grp_1'], expires: false }
  const after = { name: 'Ship', tags: { port: 'Vigo' }, groups: ['grp_1', 'grp_2'], expires: false }
  expect(differencesOf(before, after)).toEqual([
    { path: 'name', before: 'Boat', after: 'Ship' },
    { path: 'groups', before: 'grp_1', after: 'grp_1, grp_2' },
  ])
})

test('nested fields become paths', () => {
  const of = (emails: number) => ({ limits: { emailsPerDay: emails, smsPerDay: 5 } })
  expect(differencesOf(of(10), of(20))).toEqual([{ path: 'limits.emailsPerDay', before: '10', after: '20' }])
})

test('a created object lists its values, a deleted one its former values', () => {
  const thing = { name: 'Boat', description: null, groups: [], tags: {}, active: true }
  const has = [
    { path: 'name', before: undefined, after: 'Boat' },
    { path: 'active', before: undefined, after: 'true' },
  ]
  expect(differencesOf(null, thing)).toEqual(has)
  expect(differencesOf(thing, null)).toEqual(
    has.map(({ path, after }) => ({ path, before: after, after: undefined })),
  )
})

test('false is a value, null is none', () => {
  expect(differencesOf({ disabled: true }, { disabled: false })).toEqual([
    { path: 'disabled', before: 'true', after: 'false' },
  ])
  expect(differencesOf({ note: null }, { note: '' })).toEqual([])
  expect(differencesOf(null, null)).toEqual([])
})

test('lists of objects are compared by content', () => {
  const of = (radius: number) => ({ shapes: [{ radius }] })
  expect(differencesOf(of(1), of(1))).toEqual([])
  expect(differencesOf(of(1), of(2))).toEqual([
    { path: 'shapes', before: '{"radius":1}', after: '{"radius":2}' },
  ])
})

test('an object is named as it is now, or as it was', () => {
  expect(nameIn({ name: 'Boat' }, { name: 'Ship' })).toBe('Ship')
  expect(nameIn({ name: 'Boat' }, null)).toBe('Boat')
  expect(nameIn(null, { licenses: 5 })).toBeUndefined()
})
