import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createResumePoint, createThinnedResumePoint } from './resume-point.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stream resumes after the last event received', () => {
  const resumePoint = createResumePoint('a0')
  expect(resumePoint.last()).toBe('a0')
  for (const id of ['a1', 'a2']) resumePoint.add(id)
  expect(resumePoint.last()).toBe('a2')
})

test('a thinned stream resumes before everything that may still be delayed, without duplicates', () => {
  const resumePoint = createThinnedResumePoint(undefined, 2)
  const received: { id: string; atMs: number }[] = []
  for (let second = 0; second < 60; second += 1) {
    const id = `a${second}`
    resumePoint.add(id)
    expect(resumePoint.isNew(id)).toBe(true)
    received.push({ id, atMs: Date.now() })
    const resumed = received.find((one) => one.id === resumePoint.last())!
    if (second > 12) expect(Date.now() - resumed.atMs).toBeGreaterThanOrEqual(2_500)
    expect(Date.now() - resumed.atMs).toBeLessThan(12_000)
    for (const one of received.filter(({ atMs }) => atMs > resumed.atMs))
      expect(resumePoint.isNew(one.id)).toBe(false)
    vi.advanceTimersByTime(1_000)
  }
})

test('a thinned stream that reconnects often delivers nothing twice', () => {
  const resumePoint = createThinnedResumePoint(undefined, 2)
  const received = ['hello']
  resumePoint.add('hello')
  for (let second = 0; second < 60; second += 1) {
    // Each connection begins with the cursor that it was resumed from.
    if (second % 6 === 0) resumePoint.add(resumePoint.last()!)
    const id = `a${second}`
    resumePoint.add(id)
    expect(resumePoint.isNew(id)).toBe(true)
    received.push(id)
    const resent = received.slice(received.indexOf(resumePoint.last()!) + 1)
    expect(resent.filter((one) => resumePoint.isNew(one))).toEqual([])
    vi.advanceTimersByTime(1_000)
  }
})

test('a thinned stream that resumes from a delayed location filters later ones that were delivered before it', () => {
  const resumePoint = createThinnedResumePoint(undefined, 2)
  resumePoint.add('a1')
  const receive = (id: string) => {
    vi.advanceTimersByTime(5_000)
    resumePoint.add(id)
    return resumePoint.isNew(id)
  }
  // Logged as a1 to a4: a2 was delayed.
  expect(['a3', 'a2', 'a4'].map(receive)).toEqual([true, true, true])
  expect(resumePoint.last()).toBe('a2')
  expect(resumePoint.isNew('a3')).toBe(false)
})
