import { expect, test } from 'vitest'
import { stoppedSince } from './stopped-since.ts'

const at = (minute: number, longitude: number) => ({
  atMs: minute * 60_000,
  coordinates: [longitude, 40] as [number, number],
})

test('a device has stood since the first report from where it is', () => {
  const steps = [at(0, -3), at(5, -2.5), at(6, -2.0001), at(20, -2), at(30, -2.0002)]
  expect(stoppedSince(steps)).toEqual({ atMs: 6 * 60_000, isFirst: false })
})

test('a trail without movement gives the least time only', () => {
  expect(stoppedSince([at(1, -3), at(59, -3)])).toEqual({ atMs: 60_000, isFirst: true })
  expect(stoppedSince([])).toBeUndefined()
})
