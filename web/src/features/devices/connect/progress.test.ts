import type { ActivityEntry } from '@rastro/client'
import { expect, test } from 'vitest'
import { progressOf } from './progress.ts'

const receivedAt = '2026-11-15T08:00:00Z'
const connection: ActivityEntry = { receivedAt, type: 'connection', protocol: 'gt06', text: '' }
const unreadable: ActivityEntry = {
  receivedAt,
  type: 'unreadable',
  protocol: 'gt06',
  text: '',
  excerpt: '7878',
}
const location = { dateTime: receivedAt, latitude: 41.4, longitude: 2.1, valid: true }
const located: ActivityEntry = { receivedAt, type: 'location', protocol: null, text: '', location }

test('waits until the tracker connects, then reports unreadable messages', () => {
  expect(progressOf([], undefined)).toBe('waiting')
  expect(progressOf([connection], undefined)).toBe('connected')
  expect(progressOf([unreadable, connection], undefined)).toBe('unreadable')
})

test('a report without a fix does not put the device on the map', () => {
  const noFix = { ...located, location: { ...location, valid: false } }
  expect(progressOf([noFix, connection], undefined)).toBe('noFix')
})

test('the first coordinates complete the connection, from either source, for good', () => {
  expect(progressOf([located], undefined)).toBe('here')
  expect(progressOf([], { latitude: 41.4 })).toBe('here')
  expect(progressOf([unreadable, located], undefined)).toBe('here')
})
