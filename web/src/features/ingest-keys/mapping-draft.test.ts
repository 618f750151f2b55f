import { expect, test } from 'vitest'
import { firstRows, rowFor, toMapping, toRows } from './mapping-draft.ts'

test('rows and mapping are the same, with the rows in the order of the fields', () => {
  const mapping = { attributes: { cargo: 'item.cargo' }, speed: 'kmh(item.v)', identifier: 'item.id' }
  expect(toRows(mapping)).toEqual([
    { field: 'identifier', expression: 'item.id' },
    { field: 'speed', expression: 'kmh(item.v)' },
    { field: 'attributes.cargo', expression: 'item.cargo' },
  ])
  expect(toMapping(toRows(mapping))).toEqual(mapping)
})

test('an empty expression leaves its field out', () => {
  expect(toMapping([...firstRows, { field: 'speed', expression: ' ' }])).not.toHaveProperty('speed')
})

test('a name is a field, or else an attribute, and each once', () => {
  expect(rowFor('speed', firstRows)).toEqual({ field: 'speed', expression: 'item.speed' })
  expect(rowFor('cargo', firstRows)).toEqual({ field: 'attributes.cargo', expression: 'item.cargo' })
  expect(rowFor('latitude', firstRows)).toBe(undefined)
  expect(rowFor('not a name', firstRows)).toBe(undefined)
})
