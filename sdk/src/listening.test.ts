import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './listening.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A line on which the test says when something comes. */
function openLine() {
  let say: (text: string) => void = () => {}
  let isHungUp = false
  const fetch = async (_url: string, init?: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text))
        init?.signal?.addEventListener('abort', () => {
          isHungUp = true
          controller.error(init.signal?.reason)
        })
      },
    })
    return new Response(body)
  }
  return { fetch, say: (text: string) => say(text), isHungUp: () => isHungUp }
}

test('a line without a sign of life for 40 s is dead', async () => {
  const line = openLine()
  const messages = listen(line.fetch, '/api/stream', 'token', undefined, undefined)
  const first = messages.next()
  await vi.advanceTimersByTimeAsync(39_000)
  line.say(': still here\nid: a1\n\n')
  expect((await first).value).toHaveLength(1)
  const second = messages.next()
  second.catch(() => {})
  await vi.advanceTimersByTimeAsync(39_000)
  expect(line.isHungUp()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(line.isHungUp()).toBe(true)
  await expect(second).rejects.toMatchObject({ code: 'network.unreachable', status: 0 })
})

test('whoever takes his time to hear does not make the line dead', async () => {
  const line = openLine()
  const messages = listen(line.fetch, '/api/stream', 'token', undefined, undefined)
  const first = messages.next()
  await vi.advanceTimersByTimeAsync(0)
  line.say('id: a1\n\n')
  await first
  await vi.advanceTimersByTimeAsync(120_000)
  expect(line.isHungUp()).toBe(false)
  await messages.return(undefined as never)
  expect(line.isHungUp()).toBe(true)
})
