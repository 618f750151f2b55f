import { expect, test } from 'vitest'
import type { Measured, Plan } from './capacity-model.ts'
import { devicesToRestore, needsOf } from './capacity-model.ts'

const measured: Measured = {
  cpuUs: { gateway: 10, nats: 5, recorder: 10, postgres: 25 },
  storedBytes: 140,
  packedBytes: 125,
  walBytes: 200,
  logBytes: 100,
  receivedBytes: 40,
}
const plan: Plan = {
  devices: 300_000,
  secondsBetween: 30,
  keptDays: 90,
  logHours: 72,
  busyShare: 0.5,
  storeCopies: 1,
  logCopies: 1,
}

test('computes cores from the rate and the cost of a location', () => {
  const { locationsPerSecond, cores, coresInAll, devicesPerCore } = needsOf(measured, plan)
  expect(locationsPerSecond).toBe(10_000)
  expect(cores).toEqual({ gateway: 0.2, nats: 0.1, recorder: 0.2, postgres: 0.5 })
  expect(coresInAll).toBeCloseTo(1)
  expect(devicesPerCore).toBeCloseTo(300_000)
})

test('reporting ten times as often needs ten times as much of everything', () => {
  const often = needsOf(measured, { ...plan, secondsBetween: 3 })
  const seldom = needsOf(measured, plan)
  expect(often.coresInAll / seldom.coresInAll).toBeCloseTo(10)
  expect(often.storeGb / seldom.storeGb).toBeCloseTo(10)
  expect(often.devicesPerCore / seldom.devicesPerCore).toBeCloseTo(0.1)
})

test('computes disk space from bytes, days and copies', () => {
  const { storeGb, storeGbPerMonth, logGb, gbPerDeviceYear } = needsOf(measured, plan)
  // 10,000 a second are 864 million a day, of 125 bytes each.
  expect(storeGb).toBeCloseTo(108 * 90)
  expect(storeGbPerMonth).toBeCloseTo(108 * 30)
  expect(logGb).toBeCloseTo(86.4 * 3)
  expect(gbPerDeviceYear.packed).toBeCloseTo(0.1314)
  const copied = needsOf(measured, { ...plan, storeCopies: 2, logCopies: 3 })
  expect(copied.storeGb).toBeCloseTo(storeGb * 2)
  expect(copied.logGb).toBeCloseTo(logGb * 3)
})

test('limits a cell to the size that can be restored in time', () => {
  const max = devicesToRestore(measured, plan, { hours: 4, mbPerSecond: 500 })
  const { storeGb } = needsOf(measured, { ...plan, devices: max })
  expect(storeGb / 0.5 / 3_600).toBeCloseTo(4, 3)
})
