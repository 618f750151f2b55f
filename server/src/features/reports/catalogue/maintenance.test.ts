import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Maintained } from '../../../../test/maintenance/maintained.ts'
import { maintainedAccount } from '../../../../test/maintenance/maintained.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let fleet: Maintained
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold('2026-06-15T08:00:00Z')
  fleet = await maintainedAccount(world)
  const [truck, van] = [await fleet.device({ name: 'Truck' }), await fleet.device({ name: 'Van' })]
  const plan = await fleet.plan({ name: 'Oil', everyKm: 1_000, warnKm: 100 })
  await fleet.done(truck.id, plan.id, { doneAt: '2026-05-31T12:00:00Z', costMinor: 5_000, currency: 'EUR' })
  await fleet.done(truck.id, plan.id, { doneAt: '2026-06-01T12:00:00Z', costMinor: 12_950, currency: 'EUR' })
  await fleet.done(truck.id, plan.id, { doneAt: '2026-06-02T12:00:00Z', costMinor: 900, currency: 'JPY' })
  await fleet.check()
  await fleet.count(truck.number, { cm: 95_000_000 })
  await fleet.count(van.number, { cm: 120_000_000 })
})
afterAll(() => world.close())

async function preview(fields: object = {}): Promise<Json> {
  const body = { report: 'maintenance', from: '2026-06-01', to: '2026-06-15', ...fields }
  const { status, body: answer } = await fleet.call('POST', '/api/reports/preview', body)
  expect(status).toBe(200)
  return answer.preview
}

test('is grouped by state, the worst first, with the costs of the period', async () => {
  const { columns, rows } = await preview()
  const keys = columns.map(({ key }: Json) => key)
  const values = rows.map(({ type, cells }: Json) => [
    type,
    Object.fromEntries(cells.map((cell: Json, index: number) => [keys[index], cell])),
  ])
  expect(values.map(([type, { device }]: Json) => [type, device])).toEqual([
    ['group', 'Overdue'],
    ['row', 'Van'],
    ['group', 'Soon'],
    ['row', 'Truck'],
  ])
  expect(values[1][1]).toMatchObject({ plan: 'Oil', lastDone: null, remainingDistance: -200_000, cost: null })
  expect(values[3][1]).toMatchObject({
    remainingDistance: 50_000,
    lastDone: Date.parse('2026-06-02T12:00:00Z'),
  })
  expect(values[3][1].cost.replaceAll(/\s/g, ' ')).toBe('EUR 129.50 + JPY 900')
  expect(rows[1].path).toMatch(/^\/devices\/dev_\w+\?tab=maintenance$/)
})

test.each(['en', 'es', 'pt'])('has all texts in %s', async (language) => {
  const { columns, rows } = await preview({ language, groupBy: 'none' })
  expect(columns.every(({ title }: Json) => typeof title === 'string' && title !== '')).toBe(true)
  expect(rows[0].cells[2]).toMatch(/^(Overdue|Vencido)$/)
})
