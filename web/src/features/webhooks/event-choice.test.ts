import { eventKinds } from '@rastro/client/constants'
import { expect, test } from 'vitest'
import messages from '../../messages/en/webhooks.json' with { type: 'json' }
import { chooseKind, chooseType, isChosen, isPartly, typesOf } from './event-choice.ts'

test('every kind and every type of event has its text, and no other', () => {
  expect(Object.keys(messages.kinds).sort()).toEqual(eventKinds.toSorted())
  const keys = eventKinds.flatMap(typesOf).map((type) => type.replace('.', '_'))
  expect(Object.keys(messages.types).sort()).toEqual(keys.sort())
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
