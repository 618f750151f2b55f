import { expect, test } from 'vitest'
import { runRastro } from '../../test/processes.ts'
import { openWorld } from '../../test/world.ts'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('child processes end with their supervisor, even if it is killed', async () => {
  const world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  const group = runRastro({ ...world.env, RASTRO_LOG_LEVEL: 'info' }, 'serve', 'recorder', 'notifier')
  const serving = async () => {
    const { rows } = await world.superuser.query(
      "select count(*)::int as connections from pg_stat_activity where datname = current_database() and application_name = 'rastro-jobs'",
    )
    return rows[0].connections
  }
  const before = await serving()
  await expect.poll(serving, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2)

  group.kill('SIGKILL')
  await group.ended
  expect(isAlive(group.pid)).toBe(false)
  await expect.poll(serving).toBeLessThanOrEqual(before)
  await world.close()
})
