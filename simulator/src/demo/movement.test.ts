import { expect, test } from 'vitest'
import type { DemoDevice } from './device.ts'
import { decodedByServer, dropUnsupported } from './encoding.ts'
import { instantsOf, isSilent, locationAt, momentAt } from './movement.ts'
import { metresBetween } from './path.ts'
import { maxDevices, planDemo } from './plan.ts'

const noon = Date.UTC(2026, 5, 10, 12)
const HOUR_MS = 3_600_000
const plan = planDemo()

function coordinatesAt(device: DemoDevice, atMs: number): [number, number] {
  const { latitude, longitude } = device.path.at(momentAt(device, atMs).alongM)
  return [latitude, longitude]
}

test('the plan has two hundred devices with distinct names and identifiers', () => {
  expect(maxDevices).toBe(200)
  expect(new Set(plan.map(({ name }) => name)).size).toBe(200)
  expect(new Set(plan.map(({ identifier }) => identifier)).size).toBe(200)
  expect(new Set(plan.map(({ protocol }) => protocol)).size).toBeGreaterThanOrEqual(10)
})

test('a small plan is a prefix of the large one, and a mixture too', () => {
  const names = (devices: DemoDevice[]) => devices.map(({ name }) => name)
  expect(names(planDemo(25))).toEqual(names(plan).slice(0, 25))
  expect(new Set(planDemo(25).map(({ group }) => group)).size).toBeGreaterThan(6)
})

test.each(plan.map((device) => [device.name, device] as const))(
  '%s moves at its reported speed',
  (_, device) => {
    const max = { road: 112, sea: 45 }
    for (let atMs = noon; atMs < noon + 30 * HOUR_MS; atMs += 97_000) {
      const { speedKmh } = momentAt(device, atMs)
      expect(speedKmh).toBeGreaterThanOrEqual(0)
      expect(speedKmh).toBeLessThan(device.has.engine?.volts ? max.road : 8)
      const wentM = metresBetween(coordinatesAt(device, atMs), coordinatesAt(device, atMs + 10_000))
      // A corner within the ten seconds shortens the straight distance.
      const fasterKmh = Math.max(speedKmh, momentAt(device, atMs + 10_000).speedKmh)
      expect(wentM).toBeLessThan((fasterKmh / 3.6) * 10 * 1.1 + 1)
    }
  },
)

test('at any hour some devices move and some are stationary', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const moving = plan.filter((device) => momentAt(device, noon + hour * HOUR_MS).isMoving).length
    expect(moving).toBeGreaterThan(30)
    expect(moving).toBeLessThan(170)
  }
})

test('a lorry drives at most nine hours a day', () => {
  const lorry = plan.find(({ name }) => name === 'Truck 01')!
  const dayMs = 24 * HOUR_MS
  const beganMs = lorry.beganS * 1_000
  for (let day = 0; day < 10; day += 1) {
    let minutes = 0
    for (let atMs = beganMs + day * dayMs; atMs < beganMs + (day + 1) * dayMs; atMs += 60_000) {
      if (momentAt(lorry, atMs).isMoving) minutes += 1
    }
    expect(minutes).toBeLessThanOrEqual(9 * 60 + 2)
  }
})

test('past reports are a subset of the live reports, at the same instants', () => {
  for (const device of planDemo(40)) {
    const live = new Set(instantsOf(device, noon, noon + 3 * HOUR_MS, 'live'))
    const past = [...instantsOf(device, noon, noon + 3 * HOUR_MS, 'past')]
    expect(past.length).toBeGreaterThan(0)
    expect(past.filter((atMs) => !live.has(atMs))).toEqual([])
  }
})

test('report times do not depend on the start of the query', () => {
  for (const device of planDemo(40)) {
    const whole = [...instantsOf(device, noon, noon + 6 * HOUR_MS, 'past')]
    const halves = [noon, noon + 3 * HOUR_MS].flatMap((fromMs) => [
      ...instantsOf(device, fromMs, fromMs + 3 * HOUR_MS, 'past'),
    ])
    expect(halves).toEqual(whole)
  }
})

test('every protocol transmits the coordinates, whatever else it supports', () => {
  for (const device of plan) {
    const sent = locationAt(device, noon - (isSilent(device, noon) ? 26 * HOUR_MS : 0))!
    const [received] = decodedByServer(device, [sent])
    expect(received).toMatchObject({ fixedAt: sent.fixedAt, valid: true })
    expect(received!.latitude).toBeCloseTo(sent.latitude!, 4)
    expect(received!.longitude).toBeCloseTo(sent.longitude!, 4)
    expect(received!.approximate).toBeUndefined()
    // The long past has the same fields as what a server decodes.
    const reduced = dropUnsupported(device)({ ...sent })
    for (const key of ['temperatureC', 'temperature2C', 'fuelPct', 'batteryPct', 'mileageKm'] as const) {
      expect([device.protocol, key, reduced[key] === undefined]).toEqual([
        device.protocol,
        key,
        received![key] === undefined,
      ])
    }
  }
})

test('a week contains what rules and reports should find: warm reefers, stolen diesel, an SOS call, harsh events, offline devices', () => {
  const counts = { warm: 0, sos: 0, stolen: 0, silent: 0, harsh: 0, fast: 0 }
  for (const device of plan) {
    let fuelPct: number | undefined
    for (const atMs of instantsOf(device, noon, noon + 7 * 24 * HOUR_MS, 'past')) {
      const location = locationAt(device, atMs)
      if (!location) counts.silent += 1
      if ((location?.temperatureC ?? -20) > -11) counts.warm += 1
      if (location?.alarms.includes('sos')) counts.sos += 1
      if (location?.alarms.some((alarm) => alarm.startsWith('harsh'))) counts.harsh += 1
      if ((location?.speedKmh ?? 0) > 90) counts.fast += 1
      if (fuelPct !== undefined && fuelPct - (location?.fuelPct ?? fuelPct) > 15) counts.stolen += 1
      fuelPct = location?.fuelPct
    }
  }
  expect(counts.warm).toBeGreaterThan(20)
  expect(counts.sos).toBeGreaterThan(1)
  expect(counts.sos).toBeLessThan(30)
  expect(counts.harsh).toBeGreaterThan(50)
  expect(counts.harsh).toBeLessThan(2_000)
  expect(counts.fast).toBeGreaterThan(100)
  expect(counts.stolen).toBeGreaterThan(5)
  expect(counts.silent).toBeGreaterThan(100)
})
