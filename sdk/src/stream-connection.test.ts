import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStream } from './stream-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A connection whose data the test sends. */
function openConnection() {
  let send: (text: string) => void = () => {}
  let isClosed = false
  const fetch = async (_url: string, init?: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
        init?.signal?.addEventListener('abort', () => {
          isClosed = true
          controller.error(init.signal?.reason)
        })
      },
    })
    return new Response(body)
  }
  return { fetch, send: (text: string) => send(text), isClosed: () => isClosed }
}

test('closes a connection without any data for 40 s', async () => {
  const connection = openConnection()
  const messages = readStream(connection.fetch, '/api/stream', 'token', undefined, undefined)
  const first = messages.next()
  await vi.advanceTimersByTimeAsync(39_000)
  connection.send(': heartbeat\nid: a1\n\n')
  expect((await first).value).toHaveLength(1)
  const second = messages.next()
  second.catch(() => {})
  await vi.advanceTimersByTimeAsync(39_000)
  expect(connection.isClosed()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.isClosed()).toBe(true)
  await expect(second).rejects.toMatchObject({ code: 'network.unreachable', status: 0 })
})

test('keeps the connection of a slow reader', async () => {
  const connection = openConnection()
  const messages = readStream(connection.fetch, '/api/stream', 'token', undefined, undefined)
  const first = messages.next()
  await vi.advanceTimersByTimeAsync(0)
  connection.send('id: a1\n\n')
  await first
  await vi.advanceTimersByTimeAsync(120_000)
  expect(connection.isClosed()).toBe(false)
  await messages.return(undefined as never)
  expect(connection.isClosed()).toBe(true)
})
