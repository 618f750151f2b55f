import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRastro, spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { listMigrations } from './migrate.ts'

let world: World
let newest: { name: string; checksum: string }
beforeAll(async () => {
  world = await openWorld()
  newest = (await listMigrations()).at(-1)!
})
afterAll(() => world.close())

const run = (...args: string[]) => runRastro(world.env, ...args).ended
const forget = () => world.superuser.query('delete from schema_migrations where name = $1', [newest.name])
const recordMigration = ({ name, checksum } = newest) =>
  world.superuser.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
const future = { name: '9998_next.sql', checksum: 'of another version' }

test('a process refuses to start on an older schema and names the command to run', async () => {
  await forget()
  const { code, stderr } = await run('serve', 'api')
  await recordMigration()
  expect(stderr).toBe(
    `The database schema is older than this version (missing: ${newest.name}). Run first: rastro migrate\n`,
  )
  expect(code).toBe(1)
})

test('a schema that the role cannot check counts as older', async () => {
  await world.superuser.query('revoke select on schema_migrations from rastro_app')
  const { code, stderr } = await run('serve', 'recorder')
  await world.superuser.query('grant select on schema_migrations to rastro_app')
  expect(stderr).toMatch(
    /^The database schema is older than this version \(missing: 0001_accounts.sql and \d+ more\)\./,
  )
  expect(code).toBe(1)
})

test('a process starts on a newer schema', async () => {
  await recordMigration(future)
  const server = await spawnServer(world.env)
  expect(server.lines).toContainEqual(expect.objectContaining({ level: 'info', ahead: [future.name] }))
  await server.stop()

  const { code, stderr } = await run('upgrade')
  expect(stderr).toMatch(
    /^The database schema is newer than this version: 9998_next.sql\. To roll back, start/,
  )
  expect(code).toBe(1)
  const plan = await run('migrate', '--plan', '--json')
  expect(JSON.parse(plan.stdout)).toEqual({ pending: [], ahead: [future.name] })
  await world.superuser.query('delete from schema_migrations where name = $1', [future.name])
})

test('--plan lists pending migrations without applying them; --check fails if there are any', async () => {
  await forget()
  const plan = await run('migrate', '--plan')
  expect(plan).toMatchObject({ code: 0, stdout: `would apply ${newest.name}\n` })
  const check = await run('migrate', '--check', '--json')
  expect(check.code).toBe(1)
  expect(JSON.parse(check.stdout)).toEqual({ pending: [newest.name], ahead: [] })
  const upgrade = await run('upgrade', '--plan', '--json')
  expect(JSON.parse(upgrade.stdout)).toMatchObject({ pending: [newest.name], applied: [] })

  await recordMigration()
  expect(await run('migrate', '--check')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  const done = await run('upgrade')
  expect(done.code).toBe(0)
  expect(done.stdout).toMatch(
    /^The database is ready for this version\.\nThen:\n {2}1\. recorder, .*\n {2}2\. /,
  )
})
