import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuelledDevice } from '../../../test/fuel/fuelled-device.ts'
import { driveAndStand, repeated, startMs } from '../../../test/fuel/fuelled-track.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inSnapshot } from '../../platform/db/db.ts'
import { openReport } from './document.ts'
import type { Curve } from './document.types.ts'
import { maxCurves } from './fuel-figures.ts'
import type { ReportRequest } from './report.types.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(startMs))
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

/** Uses 10 litres on the way to a pump, and 20 on the way back. */
async function drive(name: string): Promise<void> {
  const device = await fuelledDevice(world, account)
  await device.call('PATCH', device.path, { name })
  const first = driveAndStand({ metres: 0, atMs: startMs }, repeated(40, 30))
  const pump = driveAndStand(first, [...repeated(30, 10), ...repeated(90, 15)])
  const home = driveAndStand(pump, repeated(70, 30))
  await device.report([...first.locations, ...pump.locations, ...home.locations])
}

async function open(fields: Partial<ReportRequest> = {}) {
  const days = { from: '2026-06-15', to: '2026-06-15' }
  const request: ReportRequest = { report: 'fuel', ...days, language: 'en', units: 'metric', ...fields }
  return inSnapshot(world.ctx, account.accountId, async ({ db }) => {
    const needs = { pool: world.ctx.db, db, now: world.ctx.now(), baseUrl: '' }
    const permissions = { role: 'owner', privileges: [], scope: { kind: 'all' } } as const
    const author = { name: 'Ana', permissions: { ...permissions, privileges: [] } }
    const { document } = await openReport(needs, author, request, { hasFigures: true, hasLinks: true })
    return { curves: document.figures as Curve[], footnotes: document.footnotes() }
  })
}

test('the levels of a sensor are a curve, with the fill', async () => {
  await drive('Boat 1')
  const { curves } = await open()
  expect(curves).toHaveLength(1)
  const [{ points, marks, ...curve }] = curves as [Curve]
  expect(curve).toMatchObject({
    type: 'curve',
    title: expect.stringMatching(/^Boat 1 · ./),
    valueType: 'volume',
    ticks: ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'].map((label, at) => ({
      atMs: curve.fromMs + at * 4 * 3_600_000,
      label,
    })),
  })
  expect([points[0]![1], points.at(-1)![1]]).toEqual([40, 70])
  expect(Math.max(...points.map(([, litres]) => litres))).toBe(90)
  expect(marks).toEqual([{ atMs: expect.any(Number), value: 90, label: '+60.0', isRise: true }])
  expect(points.every(([atMs], index) => index === 0 || atMs > points[index - 1]![0])).toBe(true)
})

test('a curve of several days has days on its axis', async () => {
  const [curve] = (await open({ from: '2026-06-14', to: '2026-06-16' })).curves
  expect(curve!.ticks.map(({ label }) => label)).toEqual(['Jun 14', 'Jun 15', 'Jun 16'])
})

test('a period without readings has no curve', async () => {
  expect((await open({ from: '2026-05-01', to: '2026-05-31' })).curves).toEqual([])
})

test('of many sensors the first are drawn, and a footnote names the limit', async () => {
  for (let number = 2; number <= maxCurves + 1; number += 1) await drive(`Boat ${number}`)
  const { curves, footnotes } = await open()
  expect(curves.map(({ title }) => title.slice(0, 6))).toEqual(
    Array.from({ length: maxCurves }, (_, at) => `Boat ${at + 1}`),
  )
  expect(footnotes.some((note) => note.startsWith('Level curves are drawn'))).toBe(true)
})
