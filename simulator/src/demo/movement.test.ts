import { expect, test } from 'vitest'
import type { DemoDevice } from './device.ts'
import { instantsOf, isSilent, locationAt, momentAt } from './movement.ts'
import { metresBetween } from './path.ts'
import { maxDevices, planDemo } from './plan.ts'
import { heardOf, thinner } from './speech.ts'

const noon = Date.UTC(2026, 5, 10, 12)
const HOUR_MS = 3_600_000
const plan = planDemo()

function placeAt(device: DemoDevice, atMs: number): [number, number] {
  const { latitude, longitude } = device.path.at(momentAt(device, atMs).alongM)
  return [latitude, longitude]
}

test('the plan has two hundred devices, each with a name and an identifier of its own', () => {
  expect(maxDevices).toBe(200)
  expect(new Set(plan.map(({ name }) => name)).size).toBe(200)
  expect(new Set(plan.map(({ identifier }) => identifier)).size).toBe(200)
  expect(new Set(plan.map(({ way }) => way)).size).toBeGreaterThanOrEqual(10)
})

test('a small plan is the beginning of the large one, and a mixture too', () => {
  const names = (devices: DemoDevice[]) => devices.map(({ name }) => name)
  expect(names(planDemo(25))).toEqual(names(plan).slice(0, 25))
  expect(new Set(planDemo(25).map(({ group }) => group)).size).toBeGreaterThan(6)
})

test.each(plan.map((device) => [device.name, device] as const))('%s goes as fast as it says', (_, device) => {
  const most = { road: 112, sea: 45 }
  for (let atMs = noon; atMs < noon + 30 * HOUR_MS; atMs += 97_000) {
    const { speedKmh } = momentAt(device, atMs)
    expect(speedKmh).toBeGreaterThanOrEqual(0)
    expect(speedKmh).toBeLessThan(device.has.engine?.volts ? most.road : 8)
    const wentM = metresBetween(placeAt(device, atMs), placeAt(device, atMs + 10_000))
    // A corner within the ten seconds makes the straight way shorter.
    const fasterKmh = Math.max(speedKmh, momentAt(device, atMs + 10_000).speedKmh)
    expect(wentM).toBeLessThan((fasterKmh / 3.6) * 10 * 1.1 + 1)
  }
})

test('at any hour some move, and some stand', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const moving = plan.filter((device) => momentAt(device, noon + hour * HOUR_MS).isMoving).length
    expect(moving).toBeGreaterThan(30)
    expect(moving).toBeLessThan(170)
  }
})

test('a lorry drives at most nine hours in a day of its own', () => {
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

test('what is told of the past is among what is told live, at the same instants', () => {
  for (const device of planDemo(40)) {
    const live = new Set(instantsOf(device, noon, noon + 3 * HOUR_MS, 'live'))
    const past = [...instantsOf(device, noon, noon + 3 * HOUR_MS, 'past')]
    expect(past.length).toBeGreaterThan(0)
    expect(past.filter((atMs) => !live.has(atMs))).toEqual([])
  }
})

test('instants do not depend on where the asking begins', () => {
  for (const device of planDemo(40)) {
    const whole = [...instantsOf(device, noon, noon + 6 * HOUR_MS, 'past')]
    const halves = [noon, noon + 3 * HOUR_MS].flatMap((fromMs) => [
      ...instantsOf(device, fromMs, fromMs + 3 * HOUR_MS, 'past'),
    ])
    expect(halves).toEqual(whole)
  }
})

test('every protocol brings the place over, whatever else it can say', () => {
  for (const device of plan) {
    const said = locationAt(device, noon - (isSilent(device, noon) ? 26 * HOUR_MS : 0))!
    const [heard] = heardOf(device, [said])
    expect(heard).toMatchObject({ fixedAt: said.fixedAt, valid: true })
    expect(heard!.latitude).toBeCloseTo(said.latitude!, 4)
    expect(heard!.longitude).toBeCloseTo(said.longitude!, 4)
    expect(heard!.approximate).toBeUndefined()
    // The long past has no more in it than what is heard.
    const thin = thinner(device)({ ...said })
    for (const key of ['temperatureC', 'fuelPct', 'batteryPct', 'mileageKm'] as const) {
      expect([device.way, key, thin[key] === undefined]).toEqual([device.way, key, heard![key] === undefined])
    }
  }
})

test('a week brings what rules are to find: warm reefers, stolen diesel, a call for help, silence', () => {
  const told = { warm: 0, sos: 0, stolen: 0, silent: 0 }
  for (const device of plan) {
    let fuelPct: number | undefined
    for (const atMs of instantsOf(device, noon, noon + 7 * 24 * HOUR_MS, 'past')) {
      const location = locationAt(device, atMs)
      if (!location) told.silent += 1
      if ((location?.temperatureC ?? -20) > -11) told.warm += 1
      if (location?.alarms.includes('sos')) told.sos += 1
      if (fuelPct !== undefined && fuelPct - (location?.fuelPct ?? fuelPct) > 15) told.stolen += 1
      fuelPct = location?.fuelPct
    }
  }
  expect(told.warm).toBeGreaterThan(20)
  expect(told.sos).toBeGreaterThan(1)
  expect(told.sos).toBeLessThan(30)
  expect(told.stolen).toBeGreaterThan(5)
  expect(told.silent).toBeGreaterThan(100)
})
