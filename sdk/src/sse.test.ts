import { expect, test } from 'vitest'
import { createSseReader } from './sse.ts'

const text =
  'retry: 1000\nid: a1\nevent: hello\ndata: {"cursor":"a1"}\n\n' +
  'id: a2\nevent: location\ndata: {"name":"Ñandú 🛰","text":"data: x\\n\\nid: y"}\n\n' +
  ': heartbeat\nid: a3\n\n' +
  'event: end\ndata: {}\n\n'

const whole = [
  { id: 'a1', event: 'hello', data: '{"cursor":"a1"}' },
  { id: 'a2', event: 'location', data: '{"name":"Ñandú 🛰","text":"data: x\\n\\nid: y"}' },
  { id: 'a3', event: undefined, data: undefined },
  { id: undefined, event: 'end', data: '{}' },
]

test('returns the same messages however the text is split', () => {
  for (let size = 1; size <= text.length; size += 1) {
    const sse = createSseReader()
    const messages = []
    for (let from = 0; from < text.length; from += size)
      messages.push(...sse.read(text.slice(from, from + size)))
    expect(messages).toEqual(whole)
  }
})

test('keeps incomplete messages back', () => {
  const sse = createSseReader()
  expect(sse.read('id: a1\ndata: {}\n')).toEqual([])
  expect(sse.read('\n')).toEqual([{ id: 'a1', event: undefined, data: '{}' }])
})

test('reads a message of 8 MB in small chunks in linear time', () => {
  const sse = createSseReader()
  const beganAt = performance.now()
  sse.read('data: ')
  for (let piece = 0; piece < 512; piece += 1) sse.read('x'.repeat(16_384))
  const [message] = sse.read('\n\n')
  expect(message?.data).toHaveLength(512 * 16_384)
  expect(performance.now() - beganAt).toBeLessThan(1_000)
})
