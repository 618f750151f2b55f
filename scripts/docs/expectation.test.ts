import { expect, test } from 'vitest'
import { differencesOf } from './expectation.ts'

test.each([
  ['{"a": 1}', '{"a": 1, "b": 2}'],
  ['{"id": "dev_…"}', '{"id": "dev_0a1b"}'],
  ['{"at": "…Z"}', '{"at": "2026-11-15T08:00:00.000Z"}'],
  ['{"list": [{"a": 1}, "…"]}', '{"list": [{"a": 1}, {"a": 2}, {"a": 3}]}'],
  ['{"none": null, "list": []}', '{"none": null, "list": []}'],
])('%s is what the page may say of %s', (expected, output) => {
  expect(differencesOf(expected, 'json', output)).toEqual([])
})

test.each([
  ['{"a": 1}', '{"a": 2}', '/a is 2, but the page says 1'],
  ['{"a": {"b": "x…"}}', '{"a": {"b": "yx"}}', '/a/b is "yx", but the page says "x…"'],
  ['{"id": "…"}', '{}', '/id is undefined, but the page says "…"'],
  ['{"list": [1]}', '{"list": [1, 2]}', '/list is [1,2], but the page says [1]'],
  ['{"list": [1, 2, "…"]}', '{"list": [1]}', '/list is [1], but the page says [1,2,"…"]'],
  ['{"a": null}', '{"a": 0}', '/a is 0, but the page says null'],
  ['{}', 'curl: (7)', 'no JSON came out, but: curl: (7)'],
])('%s is not what came: %s', (expected, output, difference) => {
  expect(differencesOf(expected, 'json', output)).toEqual([difference])
})

test('text is compared as a whole, but for what changes', () => {
  expect(differencesOf('id: …\ndata: 1', 'text', 'id: x7\ndata: 1\n')).toEqual([])
  expect(differencesOf('1', 'text', '11')).toEqual(['it printed:\n11'])
  expect(differencesOf('a.c', 'text', 'abc')).toHaveLength(1)
})
