import { momentAt } from '@rastro/simulator/demo/movement'
import { planDemo } from '@rastro/simulator/demo/plan'
import { expect, test } from 'vitest'
import { chooseShown, findLateHour } from './trips.ts'

const hourMs = 3_600_000
const noon = Date.UTC(2026, 5, 10, 12)

test.each([6, 24, 200])(
  'of %i devices one has an hour that comes late, whenever the demo starts',
  (devices) => {
    const plan = planDemo(devices)
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      const untilMs = noon + hour * hourMs
      const { device, fromMs, toMs } = findLateHour(plan, untilMs)!
      expect([toMs - fromMs, device.silence]).toEqual([hourMs, undefined])
      expect(fromMs).toBeGreaterThan(untilMs - 24 * hourMs)
      // Within one drive, which has ended.
      const { leg, inLegS, isMoving } = momentAt(device, fromMs)
      expect(isMoving).toBe(true)
      expect(leg.forS - inLegS).toBeGreaterThan(3_600)
      expect(fromMs + (leg.forS - inLegS) * 1_000).toBeLessThanOrEqual(untilMs - 2 * hourMs)
    }
  },
)

test('the device with the late hour is the first of those that are shown', () => {
  const plan = planDemo(24)
  const late = findLateHour(plan, noon)
  const shown = chooseShown(plan, late)
  expect(shown[0]).toBe(late!.device)
  expect(new Set(shown).size).toBe(3)
  expect(shown.every(({ has }) => has.engine)).toBe(true)
  expect(shown.some(({ has }) => has.coldC !== undefined)).toBe(true)
})
