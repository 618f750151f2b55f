import { expect, onTestFinished, test } from 'vitest'
import { insertFleet, setLastSeen } from '../../../test/fleet.ts'
import { openWorld } from '../../../test/world.ts'
import { setTimers, startOverdueWatch } from './overdue.api.ts'

test('of 100,000 devices, 1,000 overdue in one second are raised within 10 s, and only due rows are read', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const house = await world.make.account({ licenses: 200_000 })
  const devices = await insertFleet(world.superuser, { accountId: house.accountId, active: 100_000 })
  await world.superuser.query('analyze devices')
  await setLastSeen(world.superuser, house, devices, new Date(Date.now() + 3_600_000))
  await world.make.rule(house, { type: 'overdue', settings: { afterSeconds: 60 } })
  await setTimers(world.ctx)
  const dueAt = Date.now() + 5_000
  const silent = devices.slice(0, 1_000)
  await setLastSeen(world.superuser, house, silent, new Date(dueAt - 60_000))
  await world.superuser.query(
    `update overdue_timers t set due_at = $3 from devices d
     where t.account_id = $1 and d.account_id = $1 and d.number = t.device_number and d.id = any($2)`,
    [house.accountId, silent, new Date(dueAt)],
  )
  await world.superuser.query('vacuum analyze overdue_timers')
  const { rows: plan } = await world.superuser.query(
    `explain (analyze, buffers, format text) select account_id, rule_number, device_number from overdue_timers
     where due_at <= now() + interval '1 minute' order by due_at limit 1000`,
  )
  const alerted = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(alerted).toContain('Index Scan using overdue_timers_due')
  expect(alerted).not.toContain('Rows Removed by Filter')

  const watches = [startOverdueWatch(world.ctx), startOverdueWatch(world.ctx)]
  const count = async () => {
    const { rows } = await world.superuser.query('select count(*)::int from alerts where account_id = $1', [
      house.accountId,
    ])
    return rows[0].count
  }
  await expect.poll(count, { interval: 100 }).toBe(1_000)
  const tookMs = Date.now() - dueAt
  await Promise.all(watches.map((watch) => watch.stop()))
  expect(tookMs).toBeLessThan(10_000)
  expect(await count()).toBe(1_000)
})
