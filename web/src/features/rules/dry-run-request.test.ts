import { expect, test } from 'vitest'
import type { DeviceRun } from './dry-run-request.ts'
import { summarize } from './dry-run-request.ts'

const runOf = (name: string, count: number) =>
  ({ deviceId: name, name, result: { alerts: Array.from({ length: count }) } }) as unknown as DeviceRun

test('a group is summed up, with the device that raises most alerts first', () => {
  const { runs, alertCount, deviceCount } = summarize([runOf('a', 0), runOf('b', 2), runOf('c', 5)])
  expect(runs.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  expect({ alertCount, deviceCount }).toEqual({ alertCount: 7, deviceCount: 2 })
})
