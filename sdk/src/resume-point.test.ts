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
