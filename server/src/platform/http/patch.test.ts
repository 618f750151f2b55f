import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CallerError } from './errors.ts'
import { merged, PatchBody, patched } from './patch.ts'
import { faultsOf } from './validation.ts'

interface JsonPatchVector {
  title: string
  document: string
  patch: string
  result?: string
  fails?: string
}
interface MergeVector {
  document: unknown
  patch: unknown
  result: unknown
}
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/vectors/${name}.json`, import.meta.url), 'utf8'))

const codeOf = (work: () => unknown) => {
  try {
    return { done: work() }
  } catch (error) {
    return (error as CallerError).code
  }
}

describe('JSON Patch, RFC 6902 appendix A', () => {
  test.each<JsonPatchVector>(read('rfc6902'))('$title', ({ document, patch, result, fails }) => {
    const operations = JSON.parse(patch)
    expect(faultsOf(PatchBody, operations)).toEqual([])
    const outcome = codeOf(() => patched(JSON.parse(document), operations))
    expect(outcome).toEqual(fails ?? { done: JSON.parse(result!) })
  })
})

describe('merge patch, RFC 7396 appendix A', () => {
  test.each<MergeVector>(read('rfc7396'))(
    '$document with $patch is $result',
    ({ document, patch, result }) => {
      expect(merged(document, patch)).toEqual(result)
    },
  )
})

describe('a JSON Patch', () => {
  const document = { name: 'Boat', tags: { a: '1' }, groups: ['x', 'y'] }

  test.each([
    ['a path without a leading slash', { op: 'add', path: 'name', value: 1 }],
    ['a property of a string', { op: 'add', path: '/name/length', value: 1 }],
    ['an index after the end', { op: 'add', path: '/groups/3', value: 'z' }],
    ['an index that is not a number', { op: 'add', path: '/groups/first', value: 'z' }],
    ['an index with a leading zero', { op: 'replace', path: '/groups/01', value: 'z' }],
    ['the index after the end, to remove', { op: 'remove', path: '/groups/-' }],
    ['a method of arrays', { op: 'copy', from: '/groups/length', path: '/tags/n' }],
    ['the prototype', { op: 'add', path: '/__proto__/polluted', value: 'yes' }],
    ['the prototype itself', { op: 'add', path: '/__proto__', value: { polluted: 'yes' } }],
    ['the constructor’s prototype', { op: 'add', path: '/constructor/prototype/polluted', value: 'yes' }],
    ['the prototype, to copy it', { op: 'copy', from: '/__proto__', path: '/tags' }],
    ['its own child, to move into it', { op: 'move', from: '/tags', path: '/tags/inner' }],
    ['a missing value, to test it', { op: 'test', path: '/missing', value: null }],
  ])('does not reach %s', (_title, operation) => {
    expect(codeOf(() => patched(document, [operation]))).toBe('patch.unknown_path')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('does not modify its input, even if it fails midway', () => {
    const before = structuredClone(document)
    const operations = [
      { op: 'replace', path: '/name', value: 'Ship' },
      { op: 'remove', path: '/tags/a' },
      { op: 'test', path: '/groups/0', value: 'not x' },
    ]
    expect(codeOf(() => patched(document, operations))).toBe('patch.test_failed')
    expect(document).toEqual(before)
  })

  test('copies by value', () => {
    const operations = [
      { op: 'copy', from: '/tags', path: '/copied' },
      { op: 'replace', path: '/copied/a', value: '2' },
    ]
    expect(patched(document, operations)).toEqual({ ...document, copied: { a: '2' } })
  })

  test('can replace the whole document', () => {
    expect(patched(document, [{ op: 'replace', path: '', value: { name: 'Ship' } }])).toEqual({
      name: 'Ship',
    })
  })

  test('tests objects and arrays by value, ignoring the order of keys', () => {
    const value = { groups: ['x', 'y'], tags: { a: '1' }, name: 'Boat' }
    expect(patched(document, [{ op: 'test', path: '', value }])).toEqual(document)
    expect(codeOf(() => patched(document, [{ op: 'test', path: '/groups', value: ['y', 'x'] }]))).toBe(
      'patch.test_failed',
    )
  })

  test('limits the growth of a document copied into itself', () => {
    const doubling = Array.from({ length: 100 }, (_, index) => ({
      op: 'copy',
      from: '',
      path: `/tags/${index}`,
    }))
    expect(codeOf(() => patched(document, doubling))).toBe('patch.unknown_path')
  })

  test('tests long arrays quickly', () => {
    const devices = Array.from({ length: 100_000 }, (_, index) => `dev_${index}`)
    const beganAt = performance.now()
    patched({ devices }, [{ op: 'test', path: '/devices', value: [...devices] }])
    expect(performance.now() - beganAt).toBeLessThan(2_000)
  })
})

describe('a merge patch', () => {
  test('with names of inherited properties sets only own properties', () => {
    const result = merged({ tags: {} }, { tags: { constructor: 'x', toString: null, valueOf: { a: 'y' } } })
    expect(result).toEqual({ tags: { constructor: 'x', valueOf: { a: 'y' } } })
  })
})
