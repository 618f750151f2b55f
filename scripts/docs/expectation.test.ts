import { expect, test } from 'vitest'
import { differencesOf } from './expectation.ts'

test.each([
  ['{"a": 1}', '{"a": 1, "b": 2}'],
  ['{"id": "dev_…"}', '{"id": "dev_0a1b"}'],
  ['{"at": "…Z"}', '{"at": "2026-11-15T08:00:00.000Z"}'],
  ['{"list": [{"a": 1}, "…"]}', '{"list": [{"a": 1}, {"a": 2}, {"a": 3}]}'],
  ['{"none": null, "list": []}', '{"none": null, "list": []}'],
])('%s matches %s', (expected, output) => {
  expect(differencesOf(expected, 'json', output)).toEqual([])
})

test.each([
  ['{"a": 1}', '{"a": 2}', '/a is 2; the page shows 1'],
  ['{"a": {"b": "x…"}}', '{"a": {"b": "yx"}}', '/a/b is "yx"; the page shows "x…"'],
  ['{"id": "…"}', '{}', '/id is undefined; the page shows "…"'],
  ['{"list": [1]}', '{"list": [1, 2]}', '/list is [1,2]; the page shows [1]'],
  ['{"list": [1, 2, "…"]}', '{"list": [1]}', '/list is [1]; the page shows [1,2,"…"]'],
  ['{"a": null}', '{"a": 0}', '/a is 0; the page shows null'],
  ['{}', 'curl: (7)', 'expected JSON, got: curl: (7)'],
])('%s does not match %s', (expected, output, difference) => {
  expect(differencesOf(expected, 'json', output)).toEqual([difference])
})

test('compares text as a whole, except for placeholders', () => {
  expect(differencesOf('id: …\ndata: 1', 'text', 'id: x7\ndata: 1\n')).toEqual([])
  expect(differencesOf('1', 'text', '11')).toEqual(['it printed:\n11'])
  expect(differencesOf('a.c', 'text', 'abc')).toHaveLength(1)
})

test('ignores heartbeats of a stream', () => {
  const heartbeat = ': heartbeat\nid: c3\n\n'
  expect(differencesOf('id: …\n\ndata: 1', 'text', `id: c1\n\n${heartbeat}data: 1\n\n${heartbeat}`)).toEqual(
    [],
  )
  expect(differencesOf('data: 1', 'text', `: busy\ndata: 1`)).toHaveLength(1)
})
