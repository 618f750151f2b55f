import { expect, test } from 'vitest'
import { changesOf, chunksOf } from './changes.ts'

const open = { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: 5 }
const ended = { expires: true, expirationDate: '2027-01-01', dailyEmailLimit: 3, dailySmsLimit: null }
const one = { id: 'one', groups: ['a'], limits: open }
const two = { id: 'two', groups: ['a', 'b'], limits: ended }

test('a group is added where it is missing, and undone', () => {
  expect(changesOf({ type: 'addGroup', groupId: 'b' }, [one, two])).toEqual({
    changes: [{ id: 'one', patch: { groups: ['a', 'b'] } }],
    undo: [{ id: 'one', patch: { groups: ['a'] } }],
  })
})

test('a group is removed where it is', () => {
  expect(changesOf({ type: 'removeGroup', groupId: 'b' }, [one, two])).toEqual({
    changes: [{ id: 'two', patch: { groups: ['a'] } }],
    undo: [{ id: 'two', patch: { groups: ['a', 'b'] } }],
  })
})

test('an expiry is set or removed, and undone with all limits', () => {
  expect(changesOf({ type: 'expiry', date: '2027-01-01' }, [one, two])).toEqual({
    changes: [{ id: 'one', patch: { limits: { expires: true, expirationDate: '2027-01-01' } } }],
    undo: [{ id: 'one', patch: { limits: open } }],
  })
  expect(changesOf({ type: 'expiry', date: null }, [one, two]).changes).toEqual([
    { id: 'two', patch: { limits: { expires: false } } },
  ])
})

test('a limit that is not named stays', () => {
  expect(changesOf({ type: 'limits', dailyEmailLimit: 3 }, [one, two])).toEqual({
    changes: [{ id: 'one', patch: { limits: { dailyEmailLimit: 3, dailySmsLimit: 5 } } }],
    undo: [{ id: 'one', patch: { limits: open } }],
  })
  expect(changesOf({ type: 'limits', dailySmsLimit: null }, [one, two]).changes.map(({ id }) => id)).toEqual([
    'one',
  ])
})

test('calls have the size that the server accepts', () => {
  const sizes = chunksOf(Array.from({ length: 250 }, (_, index) => index)).map((chunk) => chunk.length)
  expect(sizes).toEqual([100, 100, 50])
  expect(chunksOf([])).toEqual([])
})
