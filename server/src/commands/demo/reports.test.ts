import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createReports } from './reports.ts'
import { ensureWorld } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the demo has finished reports, and a schedule that sends nothing', async () => {
  const { caller, userName, apiKey } = await ensureWorld(world.ctx, [])
  const token = await world.make.token(userName, apiKey)
  const { id } = await world.make.device({ token })
  await createReports(world.ctx, caller, [id], 12)
  const { reportRuns } = (await world.call('GET', '/api/reportRuns', { token })).body
  expect(
    reportRuns.map(({ state, request }: { state: string; request: { report: string } }) => [
      request.report,
      state,
    ]),
  ).toEqual([
    ['temperature', 'done'],
    ['driving', 'done'],
    ['trips', 'done'],
    ['days', 'done'],
    ['fleetSummary', 'done'],
  ])
  const { reportSchedules } = (await world.call('GET', '/api/reportSchedules', { token })).body
  expect(reportSchedules).toMatchObject([{ enabled: false, nextRunAt: null, rhythm: { weekday: 'monday' } }])
})
