import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDrive, startDrive, stopDrive } from './drive.ts'

const center = { latitude: 40, longitude: -3 }
beforeEach(() => {
  vi.useFakeTimers()
  // Browsers have it, Node.js does not.
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  stopDrive()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the drive', () => {
  it('reports for two minutes, and at last that it stands', async () => {
    const report = vi.fn().mockResolvedValue(undefined)
    startDrive('dev_1', center, report)
    await vi.advanceTimersByTimeAsync(119_000)
    expect(getDrive()).toEqual({ deviceId: 'dev_1', isDriving: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(getDrive()).toEqual({ deviceId: 'dev_1', isDriving: false })
    expect(report).toHaveBeenCalledTimes(41)
    expect(report.mock.lastCall?.[1]).toMatchObject({ speed: 0 })
  })

  it('stops on request', async () => {
    const report = vi.fn().mockResolvedValue(undefined)
    startDrive('dev_1', center, report)
    await vi.advanceTimersByTimeAsync(7_000)
    stopDrive()
    const sent = report.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(report).toHaveBeenCalledTimes(sent)
    expect(getDrive()?.isDriving).toBe(false)
  })

  it('stops at an error and keeps it', async () => {
    const error = new Error('no such device')
    startDrive('dev_1', center, () => Promise.reject(error))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(getDrive()).toEqual({ deviceId: 'dev_1', isDriving: false, error })
  })

  it('is replaced by the next one, even while a report is on its way', async () => {
    let answer = () => {}
    const slow = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
    const report = vi.fn().mockResolvedValue(undefined)
    startDrive('dev_1', center, slow)
    startDrive('dev_2', center, report)
    answer()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(slow).toHaveBeenCalledTimes(1)
    expect(getDrive()?.deviceId).toBe('dev_2')
  })
})
