import { expect, test } from 'vitest'
import { moveColumn, toggleColumn } from './column-order.ts'

const chosen = ['start', 'end', 'distance']

test('a column moves by one place, and not beyond the ends', () => {
  expect(moveColumn(chosen, 'end', -1)).toEqual(['end', 'start', 'distance'])
  expect(moveColumn(chosen, 'end', 1)).toEqual(['start', 'distance', 'end'])
  expect(moveColumn(chosen, 'start', -1)).toBeUndefined()
  expect(moveColumn(chosen, 'distance', 1)).toBeUndefined()
  expect(moveColumn(chosen, 'idle', 1)).toBeUndefined()
})

test('a column is added at the end, and the last one stays', () => {
  expect(toggleColumn(chosen, 'idle')).toEqual(['start', 'end', 'distance', 'idle'])
  expect(toggleColumn(chosen, 'end')).toEqual(['start', 'distance'])
  expect(toggleColumn(['end'], 'end')).toEqual(['end'])
})
