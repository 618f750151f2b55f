import { expect, test } from 'vitest'
import { noSelection, selectionOf, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('')

test('one click selects, another deselects', () => {
  const one = toggled(noSelection, order, 'b', false)
  expect(idsOf(one)).toBe('b')
  expect(idsOf(toggled(one, order, 'b', false))).toBe('')
})

test('a range reaches from the last click to this one, in both directions', () => {
  const start = toggled(noSelection, order, 'd', false)
  expect(idsOf(toggled(start, order, 'b', true))).toBe('bcd')
  expect(idsOf(toggled(toggled(noSelection, order, 'b', false), order, 'd', true))).toBe('bcd')
})

test('a range becomes as its last device', () => {
  const all = { ids: new Set(order), anchor: 'b' }
  expect(idsOf(toggled(all, order, 'd', true))).toBe('ae')
})

test('a range without a beginning in the list is one device', () => {
  expect(idsOf(toggled(noSelection, order, 'c', true))).toBe('c')
  expect(idsOf(toggled({ ids: new Set(['x']), anchor: 'x' }, order, 'c', true))).toBe('cx')
})

test('devices outside the list stay selected', () => {
  expect(idsOf(toggled(selectionOf(['x']), order, 'a', false))).toBe('ax')
})
