import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import { listAccountTables } from '../../../test/catalogue.ts'
import type { TestDirectory } from '../../../test/cells.ts'
import { joinWorld, openDirectory } from '../../../test/cells.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { findMarker } from '../../../test/marked-account.ts'
import { runRastro } from '../../../test/processes.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { findBreak } from '../../features/audit/audit.api.ts'
import type { MoveDirectory } from '../../features/cells/move-directory.api.ts'
import { moveDirectoryOf } from '../../features/cells/move-directory.api.ts'
import { fetchLastPosition, sendLocations } from '../../features/cells/peer-cell.api.ts'
import { closeForOperator } from '../../features/erasure/closing.api.ts'
import { eraseNow } from '../../features/erasure/erasure.api.ts'
import { forwardBuffered } from '../../features/recorder/buffered-locations.api.ts'
import { createDeviceCache } from '../../features/recorder/device-cache.api.ts'
import { toRow } from '../../features/recorder/location-row.api.ts'
import type { LocationBatch } from '../../features/recorder/location-row.types.ts'
import { recordMessages } from '../../features/recorder/recorder.ts'
import { processDue } from '../../features/trips/processor.api.ts'
import { invalidateMoving, requireNotMoving } from '../../platform/cells/moving.ts'
import type { DbConnection } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { MovingError } from '../../platform/http/errors.ts'
import { excludedTables, listMovedTables } from './copy.queries.ts'
import { forgetAccount } from './forget.ts'
import type { Sides } from './move.types.ts'
import type { MoveContext } from './mover.ts'
import { abortMove, moveAccount } from './mover.ts'

interface Cell {
  world: World
  number: number
  connection: DbConnection
  url: string
  apiUrl: string
  deviceCache: ReturnType<typeof createDeviceCache>
}

const imeis = imeisOf('35630704', 50)
let one: Cell
let two: Cell
let directory: TestDirectory
let shared: DbConnection
let moveDirectory: MoveDirectory

async function openCell(number: number): Promise<Cell> {
  const world = await openWorld({ ...directory.env, RASTRO_CELL_NUMBER: String(number) })
  const database = new URL(world.env.RASTRO_DATABASE_URL!).pathname.slice(1)
  const url = inject('services').superuserUrl.replace('DATABASE', database)
  const apiUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
  await joinWorld(world, directory, { number, url: apiUrl, gatewayPort: 9 })
  const connection = await openConnection(url, 'mover')
  return { world, number, url, apiUrl, connection, deviceCache: createDeviceCache(world.ctx) }
}

beforeAll(async () => {
  directory = await openDirectory()
  shared = await openConnection(String(directory.env.RASTRO_DIRECTORY_URL), 'mover')
  moveDirectory = moveDirectoryOf({ directory: shared.db })
  one = await openCell(1)
  two = await openCell(2)
})
afterAll(async () => {
  for (const { world, connection, deviceCache } of [one, two]) {
    deviceCache.stop()
    await connection.end()
    await world.close()
  }
  await shared.end()
  await directory.close()
})

function sidesOf(from: Cell, to: Cell): Sides {
  const side = ({ number, connection, url }: Cell) => ({ cell: number, db: connection.db, url })
  return { source: side(from), target: side(to) }
}

function moverOf(from: Cell, to: Cell): MoveContext {
  return {
    ...from.world.ctx,
    moveDirectory,
    peer: { lastPosition: () => fetchLastPosition(from.world.ctx, to) },
    jobs: to.world.ctx.jobs,
    report: () => {},
  }
}

let sequence = 0
async function record({ world, deviceCache }: Cell, imei: string, ...secondsAgo: number[]): Promise<void> {
  const rows = secondsAgo.map((seconds) =>
    toRow(locationAgo(seconds), {
      deviceRef: imei,
      protocol: 'teltonika',
      receivedAt: new Date(),
      datesRollOver: false,
    }),
  )
  sequence += 1
  const bytes = Buffer.from(JSON.stringify({ rows }))
  await recordMessages(world.ctx, deviceCache, [{ stream: 'test', sequence, bytes }])
}

async function count({ world }: Cell, sql: string, ...values: unknown[]): Promise<number> {
  return (await world.superuser.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n
}

async function makeFullAccount(cell: Cell): Promise<MadeAccount & { imei: string; deviceId: string }> {
  const account = await cell.world.make.account({ licenses: 100 })
  const imei = imeis.pop()!
  const { id } = await cell.world.make.device(account, { identifier: imei })
  await cell.world.make.group(account)
  await cell.world.make.geofence(account)
  await cell.world.make.rule(account)
  await record(cell, imei, 90, 60, 30, 100 * 86_400)
  while (await processDue(cell.world.ctx));
  return { ...account, imei, deviceId: id }
}

test('a tracker that changes hands after a move: what the old cell buffered does not reach the next account', async () => {
  const account = await makeFullAccount(one)
  const [keptImei, movedImei] = [imeis.pop()!, imeis.pop()!]
  const kept = await one.world.make.device(account, { identifier: keptImei })
  // So long ago that its time cannot equal one of the later ones.
  await record(one, keptImei, 500)
  await moveAccount(moverOf(one, two), sidesOf(one, two), account.accountId)
  invalidateMoving(one.world.ctx)
  await record(one, account.imei, 20, 10)
  await record(one, keptImei, 20, 10)
  const token = await two.world.make.token(account.userName, account.apiKey)
  const change = (method: string, id: string, body?: object) =>
    two.world.call(method, `/api/devices/${id}`, { token, body })
  expect((await change('DELETE', account.deviceId)).status).toBe(200)
  expect((await change('PATCH', kept.id, { identifier: movedImei })).status).toBe(200)
  const next = await two.world.make.account({ licenses: 10 })
  for (const identifier of [account.imei, keptImei]) await two.world.make.device(next, { identifier })

  await forwardBuffered(one.world.ctx, (_cell, batches) => sendLocations(one.world.ctx, two, batches))
  const messages = await two.world.ctx.bus.locations.read({ sequence: 1 }, 100)
  await recordMessages(two.world.ctx, two.deviceCache, messages)
  expect(await count(two, 'locations where account_id = $1', next.accountId)).toBe(0)
  const ofKept = 'locations l join devices d on d.number = l.device_number where d.id = $1'
  expect(await count(two, ofKept, kept.id)).toBe(3)
})

describe('an account that moved', () => {
  let account: Awaited<ReturnType<typeof makeFullAccount>>
  beforeAll(async () => {
    account = await makeFullAccount(one)
    await moveAccount(moverOf(one, two), sidesOf(one, two), account.accountId)
  })

  test('has all its data in the new cell, with an intact audit log', async () => {
    const token = await two.world.make.token(account.userName, account.apiKey)
    const { body } = await two.world.call('GET', `/api/devices/${account.deviceId}`, { token })
    expect(body.device.identifier).toBe(account.imei)
    expect(await count(two, 'locations where account_id = $1', account.accountId)).toBe(4)
    expect(await count(two, 'geofences where account_id = $1', account.accountId)).toBe(1)
    const db = two.world.ctx.db.forAccount(account.accountId)
    expect(await findBreak(two.world.ctx, db)).toBeUndefined()
  })

  test('has its trips, which continue in the new cell only', async () => {
    const tables = ['segments', 'device_days', 'trip_states']
    const rowsIn = async ({ world }: Cell) => {
      const found: unknown[][] = []
      for (const table of tables) {
        const text = `select t::text as row from ${table} t where account_id = $1 order by 1`
        found.push((await world.superuser.query(text, [account.accountId])).rows)
      }
      return found
    }
    const [old, moved] = [await rowsIn(one), await rowsIn(two)]
    expect(moved).toEqual(old)
    expect(moved.every((rows) => rows.length > 0)).toBe(true)
    const state = `trip_states where account_id = $1 and read_until > now() - interval '25 seconds'`
    expect(await count(two, state, account.accountId)).toBe(0)
    await record(two, account.imei, 15)
    // A device that stands is due after ten minutes.
    await two.world.superuser.query(`update trip_states set processed_at = now() - interval '1 hour'`)
    for (const { world } of [one, two]) while (await processDue(world.ctx));
    expect(await count(two, state, account.accountId)).toBe(1)
    expect(await rowsIn(one)).toEqual(old)
  })

  test('accepts changes in the new cell, with numbers above the copied ones', async () => {
    const token = await two.world.make.token(account.userName, account.apiKey)
    await two.world.make.group({ token })
    await two.world.make.geofence({ token })
    await two.world.make.device({ token }, { identifier: imeis.pop()! })
  })

  test('accepts changes through the old cell, which proxies them', async () => {
    invalidateMoving(one.world.ctx)
    const of = 'groups where account_id = $1'
    const [left, here] = [await count(one, of, account.accountId), await count(two, of, account.accountId)]
    const token = await one.world.make.token(account.userName, account.apiKey)
    await one.world.make.group({ token })
    expect(await count(one, of, account.accountId)).toBe(left)
    expect(await count(two, of, account.accountId)).toBe(here + 1)
  })

  test('rejects changes in the old cell, by the application and by the database', async () => {
    await expect(requireNotMoving(one.world.ctx, account.accountId)).rejects.toThrow(MovingError)
    const db = one.world.ctx.db.forAccount(account.accountId)
    await expect(db`delete from groups where account_id = ${account.accountId}`).rejects.toThrow('moved')
    await expect(db`update devices set name = 'x' where account_id = ${account.accountId}`).rejects.toThrow(
      'moved',
    )
  })

  test('receives locations that the old cell still gets, exactly once', async () => {
    await record(one, account.imei, 20, 10)
    expect(await count(one, 'buffered_locations')).toBe(1)
    const sent: LocationBatch[] = []
    const send = async (cell: number, batches: LocationBatch[]) => {
      expect(cell).toBe(2)
      sent.push(...batches)
      await sendLocations(one.world.ctx, two, batches)
    }
    await forwardBuffered(one.world.ctx, send)
    expect(await count(one, 'buffered_locations')).toBe(0)
    expect(sent[0]!.rows).toHaveLength(2)
    const messages = await two.world.ctx.bus.locations.read({ sequence: 1 }, 10)
    await recordMessages(two.world.ctx, two.deviceCache, messages)
    expect(await count(two, 'locations where account_id = $1', account.accountId)).toBe(7)
  })

  test('can move back to a cell that still has its rows', async () => {
    const db = two.world.ctx.db.forAccount(account.accountId)
    await db`update devices set name = 'Changed' where account_id = ${account.accountId}`
    await moveAccount(moverOf(two, one), sidesOf(two, one), account.accountId)
    invalidateMoving(one.world.ctx)
    const { body } = await one.world.call('GET', `/api/devices/${account.deviceId}`, { token: account.token })
    expect(body.device.name).toBe('Changed')
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(7)
    await one.world.make.group(account)
  })

  test('can be removed from the old cell only', async () => {
    // Rows of another account in other partitions, at the same places.
    const other = await two.world.make.account()
    await two.world.superuser.query(
      `insert into sign_ins (account_id, user_id, at, method, outcome)
       select $1, 'usr_1', at, 'password', 'succeeded' from generate_series(1, 20),
         unnest(array[now(), now() + interval '1 month', now() + interval '2 months']) as at`,
      [other.accountId],
    )
    const ofOther = 'sign_ins where account_id = $1'
    const before = await count(two, ofOther, other.accountId)
    await two.world.superuser.query(
      `insert into sign_ins (account_id, user_id, at, method, outcome)
       values ($1, 'usr_2', now() + interval '3 months', 'password', 'succeeded')`,
      [account.accountId],
    )
    await forgetAccount(two.connection.db, account.accountId)
    expect(await count(two, ofOther, other.accountId)).toBe(before)
    for (const table of await listAccountTables(two.world.superuser)) {
      if (['moves', 'rulebook_changes'].includes(table)) continue
      expect([table, await count(two, `${table} where account_id = $1`, account.accountId)]).toEqual([
        table,
        0,
      ])
    }
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(7)
  })
})

test('an account that is erased in its new cell can still be removed from the old one', async () => {
  const marker = 'zqmarkqzmoved'
  const account = await makeFullAccount(one)
  const { accountId } = account
  await one.world.make.group(account, { name: marker })
  await moveAccount(moverOf(one, two), sidesOf(one, two), accountId)
  await closeForOperator(two.world.ctx, accountId, { reason: 'On request.', author: 'test', days: 7 })
  await two.world.superuser.query(
    `update erasures set due_at = now() - interval '1 minute' where account_id = $1`,
    [accountId],
  )
  expect(await eraseNow(two.world.ctx, accountId, { settleMs: 0 })).toBe('waiting')
  await two.world.superuser.query(`update identity_mails set state = 'sent' where account_id = $1`, [
    accountId,
  ])
  expect(await eraseNow(two.world.ctx, accountId)).toBe('erased')
  expect(await moveDirectory.find(accountId)).toBeUndefined()
  const find = (superuser: pg.Client) => findMarker(superuser, marker)
  expect([await find(two.world.superuser), await find(directory.superuser)]).toEqual([[], []])
  expect(await find(one.world.superuser)).not.toEqual([])

  await one.world.superuser.query(`update moves set at = now() - interval '1 hour' where account_id = $1`, [
    accountId,
  ])
  const recover = (env: Record<string, string>) =>
    runRastro({ ...one.world.env, ...env }, 'recover', 'erasures', '--json').ended
  const doctor = async () => {
    const { stdout } = await runRastro(one.world.env, 'doctor', '--json').ended
    const { findings } = JSON.parse(stdout)
    return findings.find(({ id }: { id: string }) => id === 'work.erased-accounts')
  }
  expect((await doctor()).message).toContain('1 accounts that were erased in another cell')
  const refused = await recover({})
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`account number ${accountId}`)])
  const { code, stdout } = await recover({ RASTRO_MOVE_SOURCE_URL: one.url })
  expect([code, JSON.parse(stdout)]).toEqual([0, { erased: 0, forgotten: 1 }])
  expect(await find(one.world.superuser)).toEqual([])
  expect(await count(one, 'locations where account_id = $1', accountId)).toBe(0)
  expect((await doctor()).message).toBe('no erased account is in the database')
  // By hand, it is the same.
  const env = { ...one.world.env, RASTRO_MOVE_SOURCE_URL: one.url }
  const again = await runRastro(env, 'account', 'forget', String(accountId), '--json').ended
  expect(JSON.parse(again.stdout)).toEqual({ rows: 0 })
  const unknown = await runRastro(env, 'account', 'forget', '2000000000', '--json').ended
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('was erased')])
})

test('only cells may send locations', async () => {
  const body = { batches: [] }
  expect((await two.world.call('POST', '/internal/locations', { body })).status).toBe(401)
  const headers = { 'x-rastro-forwarding': `1 2 ${Date.now()} - /internal/locations:forged forged` }
  expect((await two.world.call('POST', '/internal/locations', { body, headers })).status).toBe(401)
  const other = {
    ...one.world.ctx,
    config: { ...one.world.ctx.config, access: { ...one.world.ctx.config.access, secret: 'x' } },
  }
  await expect(sendLocations(other, two, [])).rejects.toThrow()
  await sendLocations(one.world.ctx, two, [])
})

describe('a move that fails', () => {
  test('leaves the account in its cell, and no rows in the other', async () => {
    const account = await makeFullAccount(one)
    const mover = moverOf(one, two)
    const broken = { ...mover, peer: { lastPosition: () => Promise.reject(new Error('unavailable')) } }
    await expect(moveAccount(broken, sidesOf(one, two), account.accountId)).rejects.toThrow('unavailable')
    invalidateMoving(one.world.ctx)
    await one.world.make.group(account)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(0)
    for (const cell of [one, two]) {
      expect(await count(cell, "moves where state <> 'gone'")).toBe(0)
      expect(await count(cell, 'pg_replication_slots')).toBe(0)
      expect(await count(cell, 'pg_publication')).toBe(0)
    }
    expect(await moveDirectory.find(account.accountId)).toMatchObject({ cell: 1, movingTo: null })
    // Locations buffered meanwhile go to the cell's own log.
    await record(one, account.imei, 5)
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(5)
  })

  test('because the mover was killed can be aborted or restarted', async () => {
    const account = await makeFullAccount(one)
    const sides = sidesOf(one, two)
    const hung = { ...moverOf(one, two), peer: { lastPosition: () => new Promise<string>(() => {}) } }
    const killed = await openConnection(one.url, 'killed mover')
    moveAccount(hung, { ...sides, source: { ...sides.source, db: killed.db } }, account.accountId).catch(
      () => {},
    )
    await expect
      // A replication slot waits for every open transaction of the server, those of other tests included.
      .poll(() => count(one, "moves where state = 'sealed'"), { timeout: 90_000, interval: 200 })
      .toBe(1)
    await killed.end()
    expect(await abortMove(moverOf(one, two), sides, account.accountId)).toBe(true)
    invalidateMoving(one.world.ctx)
    await one.world.make.group(account)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(0)
    await moveAccount(moverOf(one, two), sides, account.accountId)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(1)
  })
})

test('every table with an account number is moved and fenced, or explicitly excluded', async () => {
  const moved = await listMovedTables(one.connection.db)
  expect(moved.filter(({ isReplicable }) => !isReplicable)).toEqual([])
  const parents = (await listAccountTables(one.world.superuser)).filter(
    (name) => !/^(locations|sign_ins|segments|device_days)_/.test(name),
  )
  expect([...moved.map(({ name }) => name), ...excludedTables].sort()).toEqual([...parents].sort())
  const { rows } = await one.world.superuser.query<{ name: string }>(`
    select distinct polrelid::regclass::text as name from pg_policy where polname = 'fence_insert'`)
  expect(rows.map(({ name }) => name).sort()).toEqual(moved.map(({ name }) => name).sort())
})
