import { expect, test } from 'vitest'
import { eventTypes } from './event.schema.ts'
import { eventTypeNames } from './event.types.ts'

test('every event type is described once', () => {
  expect(eventTypes.map(({ type }) => type)).toEqual(eventTypeNames)
})
