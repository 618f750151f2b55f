import { expect, test } from 'vitest'
import { chooseKind, chooseType, eventKinds, isChosen, isPartly, typesOf } from './event-choice.ts'

test('there are 39 types of events', () => {
  const types = eventKinds.flatMap((kind) => (kind === 'location' ? [kind] : typesOf(kind)))
  expect(types).toHaveLength(39)
})

test('a kind stands for all of its types', () => {
  expect(isChosen(['alert'], 'alert.raised')).toBe(true)
  expect(isChosen(['alert'], 'device.expired')).toBe(false)
  expect(isPartly(['alert'], 'alert')).toBe(false)
})

test('deselecting one type of a kind keeps the others', () => {
  expect(chooseType(['location', 'notification'], 'notification.suppressed', false)).toEqual([
    'location',
    'notification.sent',
    'notification.failed',
  ])
})

test('selecting the last missing type selects the kind', () => {
  const others = ['sent', 'failed'].map((what) => `notification.${what}`)
  expect(chooseType(others, 'notification.suppressed', true)).toEqual(['notification'])
})

test('deselecting a kind deselects its types', () => {
  expect(chooseKind(['alert.raised', 'location'], 'alert', true)).toEqual(['location', 'alert'])
  expect(chooseKind(['alert', 'location'], 'alert', false)).toEqual(['location'])
  expect(isPartly(['alert.raised'], 'alert')).toBe(true)
})
