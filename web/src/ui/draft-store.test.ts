import { beforeEach, describe, expect, test } from 'vitest'
import {
  changeOf,
  digestOf,
  dropAfterSave,
  dropDraft,
  dropExpired,
  fitTo,
  keepDraft,
  takeDraft,
  withoutSecrets,
} from './draft-store.ts'

const dayMs = 86_400_000
const form = 'usr_1|rule:alt_1'

function createStore() {
  const items = new Map<string, string>()
  return {
    items,
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value)
    },
    removeItem: (key: string) => {
      items.delete(key)
    },
  }
}

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
})

const draft = (name: string, atMs: number) => ({ value: { name }, base: '{}', atMs })

describe('a draft', () => {
  test('is found again by another page, and moves to its slot', () => {
    keepDraft(store, form, 'a', draft('Yard', 1_000))
    expect(takeDraft(store, form, 'b', 2_000)?.value).toEqual({ name: 'Yard' })
    expect([...store.items.keys()]).toEqual([`rastro.draft|${form}|b`])
  })

  test('of another form or user is not found', () => {
    keepDraft(store, 'usr_2|rule:alt_1', 'a', draft('Theirs', 1_000))
    keepDraft(store, 'usr_1|rule:alt_12', 'a', draft('Another', 1_000))
    expect(takeDraft(store, form, 'a', 2_000)).toBeUndefined()
  })

  test('of two tabs keeps both, and the newest is taken first', () => {
    keepDraft(store, form, 'a', draft('Older', 1_000))
    keepDraft(store, form, 'b', draft('Newer', 2_000))
    expect(takeDraft(store, form, 'c', 3_000)?.value).toEqual({ name: 'Newer' })
    dropDraft(store, form, 'c')
    expect(takeDraft(store, form, 'c', 3_000)?.value).toEqual({ name: 'Older' })
  })

  test('of another tab stays there if only that of this tab is wanted', () => {
    keepDraft(store, form, 'a', draft('Theirs', 1_000))
    expect(takeDraft(store, form, 'b', 2_000, 'thisTab')).toBeUndefined()
    keepDraft(store, form, 'b', draft('Mine', 500))
    expect(takeDraft(store, form, 'b', 2_000, 'thisTab')?.value).toEqual({ name: 'Mine' })
    expect(store.items.size).toBe(2)
  })

  test('expires after seven days', () => {
    keepDraft(store, form, 'a', draft('Old', 0))
    expect(takeDraft(store, form, 'a', 7 * dayMs - 1)).toBeDefined()
    expect(takeDraft(store, form, 'a', 7 * dayMs)).toBeUndefined()
    store.setItem('rastro.preferences', '{}')
    dropExpired(store, 7 * dayMs)
    expect([...store.items.keys()]).toEqual(['rastro.preferences'])
  })

  test('is void after saving, in every slot', () => {
    keepDraft(store, form, 'a', draft('Mine', 1_000))
    keepDraft(store, form, 'closed', draft('Older', 500))
    dropAfterSave(store, form, 'a', 2_000)
    expect(store.items.size).toBe(0)
  })

  test('stays where it is if there is no room for a copy', () => {
    keepDraft(store, form, 'a', draft('Yard', 1_000))
    const full = {
      ...store,
      length: store.length,
      setItem() {
        throw new Error('QuotaExceededError')
      },
    }
    expect(takeDraft(full, form, 'b', 2_000)?.value).toEqual({ name: 'Yard' })
    expect([...store.items.keys()]).toEqual([`rastro.draft|${form}|a`])
  })

  test('never contains secrets', () => {
    const value = { name: 'x', password: 'p', nested: [{ clientSecret: 's', url: 'u' }], accessToken: 't' }
    expect(withoutSecrets(value)).toEqual({ name: 'x', nested: [{ url: 'u' }] })
    keepDraft(store, form, 'a', { value, base: '{}', atMs: 0 })
    expect([...store.items.values()].join()).not.toMatch(/"p"|"s"|"t"/)
  })
})

test.each([
  ['https://example.com/hook?key=abc', {}],
  ['https://ana:abc@example.com/hook', {}],
  ['https://example.com/hook', { url: 'https://example.com/hook' }],
])('of the address %s %o is stored', (url, stored) => {
  expect(withoutSecrets({ url })).toEqual(stored)
})

test('versions have different digests', () => {
  const texts = Array.from({ length: 2_000 }, (_, index) => JSON.stringify({ name: `Yard ${index}` }))
  expect(new Set(texts.map(digestOf)).size).toBe(2_000)
})

describe('a change of another tab', () => {
  const slot = (tab: string) => `rastro.draft|${form}|${tab}`
  const stored = (more = {}) => JSON.stringify({ ...draft('Yard', 1_000), ...more })

  test.each([
    [slot('b'), stored(), 'editedElsewhere'],
    [slot('b'), stored({ isSaved: true }), 'savedElsewhere'],
    [slot('b'), null, 'leftElsewhere'],
    [slot('a'), null, 'ownRemoved'],
    [slot('a'), stored(), undefined],
    ['rastro.draft|usr_1|rule:alt_2|b', stored(), undefined],
    [null, null, undefined],
  ])('%s %s is %s', (key, newValue, expected) => {
    expect(changeOf({ key, newValue }, form, 'a', 2_000)).toBe(expected)
  })
})

describe('an old draft', () => {
  test('fits a newer form: unknown fields go, missing and changed ones keep their initial value', () => {
    const initial = {
      name: '',
      tags: [] as string[],
      radius: null as number | null,
      type: 'sos',
      enabled: true,
    }
    const stored = { name: 'Yard', tags: 'depot', radius: 5, kind: 'speed', enabled: 'yes' }
    expect(fitTo(initial, stored)).toEqual({ name: 'Yard', tags: [], radius: 5, type: 'sos', enabled: true })
  })

  test('fills a field that had no value yet', () => {
    expect(fitTo({ shape: undefined as object | undefined }, { shape: { radiusM: 5 } })).toEqual({
      shape: { radiusM: 5 },
    })
  })

  test('fills an empty number field, and empties a full one', () => {
    const initial = { emails: '' as number | string, sms: 5 as number | string, name: '' }
    expect(fitTo(initial, { emails: 7, sms: '', name: true })).toEqual({ emails: 7, sms: '', name: '' })
  })

  test('that is unreadable is ignored', () => {
    store.setItem(`rastro.draft|${form}|a`, '{')
    expect(takeDraft(store, form, 'a', 0)).toBeUndefined()
    expect(fitTo({ name: 'x' }, 'nonsense')).toEqual({ name: 'x' })
  })
})
