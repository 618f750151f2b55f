import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import { listAccountTables } from '../../../test/catalogue.ts'
import type { TestDirectory } from '../../../test/cells.ts'
import { joinWorld, openDirectory } from '../../../test/cells.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { findBreak } from '../../features/audit/audit.api.ts'
import type { Residences } from '../../features/cells/move-directory.api.ts'
import { residencesOf } from '../../features/cells/move-directory.api.ts'
import { askLastPlace, tellLocations } from '../../features/cells/peer-cell.api.ts'
import { forwardHeld } from '../../features/recorder/buffered-locations.api.ts'
import { createDeviceMemory } from '../../features/recorder/device-cache.api.ts'
import { toRow } from '../../features/recorder/location-row.api.ts'
import type { LocationBatch } from '../../features/recorder/location-row.types.ts'
import { recordMessages } from '../../features/recorder/recorder.ts'
import { forgetMoving, requireAtHome } from '../../platform/cells/moving.ts'
import type { OwnLine } from '../../platform/db/db.ts'
import { openLine } from '../../platform/db/db.ts'
import { MovingError } from '../../platform/http/errors.ts'
import { listMovedTables, tablesThatStay } from './copy.queries.ts'
import { forgetAccount } from './forget.ts'
import type { Sides } from './move.types.ts'
import type { MoveContext } from './mover.ts'
import { abortMove, moveAccount } from './mover.ts'

interface Cell {
  world: World
  number: number
  line: OwnLine
  url: string
  apiUrl: string
  memory: ReturnType<typeof createDeviceMemory>
}

const imeis = imeisOf('35630704', 50)
let one: Cell
let two: Cell
let directory: TestDirectory
let shared: OwnLine
let residences: Residences

async function openCell(number: number): Promise<Cell> {
  const world = await openWorld({ ...directory.env, RASTRO_CELL: String(number) })
  const database = new URL(world.env.RASTRO_DATABASE_URL!).pathname.slice(1)
  const url = inject('engines').superuserUrl.replace('DATABASE', database)
  const apiUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
  await joinWorld(world, directory, { number, url: apiUrl, gatewayPort: 9 })
  const line = await openLine(url, 'mover')
  return { world, number, url, apiUrl, line, memory: createDeviceMemory(world.ctx) }
}

beforeAll(async () => {
  directory = await openDirectory()
  shared = await openLine(String(directory.env.RASTRO_DIRECTORY_URL), 'mover')
  residences = residencesOf({ directory: shared.db })
  one = await openCell(1)
  two = await openCell(2)
})
afterAll(async () => {
  for (const { world, line, memory } of [one, two]) {
    memory.stop()
    await line.end()
    await world.close()
  }
  await shared.end()
  await directory.close()
})

function sidesOf(from: Cell, to: Cell): Sides {
  const side = ({ number, line, url }: Cell) => ({ cell: number, db: line.db, url })
  return { source: side(from), target: side(to) }
}

function moverOf(from: Cell, to: Cell): MoveContext {
  return {
    ...from.world.ctx,
    residences,
    neighbour: { lastPlace: () => askLastPlace(from.world.ctx, to) },
    jobs: to.world.ctx.jobs,
    say: () => {},
  }
}

let sequence = 0
async function hear({ world, memory }: Cell, imei: string, ...secondsAgo: number[]): Promise<void> {
  const rows = secondsAgo.map((seconds) =>
    toRow(locationAgo(seconds), {
      who: imei,
      protocol: 'teltonika',
      receivedAt: new Date(),
      datesRollOver: false,
    }),
  )
  sequence += 1
  const bytes = Buffer.from(JSON.stringify({ rows }))
  await recordMessages(world.ctx, memory, [{ stream: 'test', sequence, bytes }])
}

async function count({ world }: Cell, sql: string, ...values: unknown[]): Promise<number> {
  return (await world.superuser.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n
}

async function furnish(cell: Cell): Promise<MadeAccount & { imei: string; deviceId: string }> {
  const account = await cell.world.make.account({ licenses: 100 })
  const imei = imeis.pop()!
  const { id } = await cell.world.make.device(account, { identifier: imei })
  await cell.world.make.group(account)
  await cell.world.make.geofence(account)
  await cell.world.make.rule(account)
  await hear(cell, imei, 90, 60, 30, 100 * 86_400)
  return { ...account, imei, deviceId: id }
}

describe('an account that moved', () => {
  let account: Awaited<ReturnType<typeof furnish>>
  beforeAll(async () => {
    account = await furnish(one)
    await moveAccount(moverOf(one, two), sidesOf(one, two), account.accountId)
  })

  test('is there with all it had, and its audit trail is whole', async () => {
    const token = await two.world.make.token(account.userName, account.apiKey)
    const { body } = await two.world.call('GET', `/api/devices/${account.deviceId}`, { token })
    expect(body.device.identifier).toBe(account.imei)
    expect(await count(two, 'locations where account_id = $1', account.accountId)).toBe(4)
    expect(await count(two, 'geofences where account_id = $1', account.accountId)).toBe(1)
    const db = two.world.ctx.db.forAccount(account.accountId)
    expect(await findBreak(two.world.ctx, db)).toBeUndefined()
  })

  test('takes changes where it is, with numbers above those it brought', async () => {
    const token = await two.world.make.token(account.userName, account.apiKey)
    await two.world.make.group({ token })
    await two.world.make.geofence({ token })
    await two.world.make.device({ token }, { identifier: imeis.pop()! })
  })

  test('takes changes through the cell where it was, which hands them on', async () => {
    forgetMoving(one.world.ctx)
    const of = 'groups where account_id = $1'
    const [left, here] = [await count(one, of, account.accountId), await count(two, of, account.accountId)]
    const token = await one.world.make.token(account.userName, account.apiKey)
    await one.world.make.group({ token })
    expect(await count(one, of, account.accountId)).toBe(left)
    expect(await count(two, of, account.accountId)).toBe(here + 1)
  })

  test('takes none where it was: politely, and where somebody does not know it by the database', async () => {
    await expect(requireAtHome(one.world.ctx, account.accountId)).rejects.toThrow(MovingError)
    const db = one.world.ctx.db.forAccount(account.accountId)
    await expect(db`delete from groups where account_id = ${account.accountId}`).rejects.toThrow('moved')
    await expect(db`update devices set name = 'x' where account_id = ${account.accountId}`).rejects.toThrow(
      'moved',
    )
  })

  test('is told what is still heard where it was, once', async () => {
    await hear(one, account.imei, 20, 10)
    expect(await count(one, 'buffered_locations')).toBe(1)
    const told: LocationBatch[] = []
    const tell = async (cell: number, batches: LocationBatch[]) => {
      expect(cell).toBe(2)
      told.push(...batches)
      await tellLocations(one.world.ctx, two, batches)
    }
    await forwardHeld(one.world.ctx, tell)
    expect(await count(one, 'buffered_locations')).toBe(0)
    expect(told[0]!.rows).toHaveLength(2)
    const messages = await two.world.ctx.bus.locations.read({ sequence: 1 }, 10)
    await recordMessages(two.world.ctx, two.memory, messages)
    expect(await count(two, 'locations where account_id = $1', account.accountId)).toBe(6)
  })

  test('comes back, though it left rows behind', async () => {
    const db = two.world.ctx.db.forAccount(account.accountId)
    await db`update devices set name = 'Changed' where account_id = ${account.accountId}`
    await moveAccount(moverOf(two, one), sidesOf(two, one), account.accountId)
    forgetMoving(one.world.ctx)
    const { body } = await one.world.call('GET', `/api/devices/${account.deviceId}`, { token: account.token })
    expect(body.device.name).toBe('Changed')
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(6)
    await one.world.make.group(account)
  })

  test('is forgotten where it was, and only there', async () => {
    await forgetAccount(two.line.db, account.accountId)
    for (const table of await listAccountTables(two.world.superuser)) {
      if (['moves', 'rulebook_changes'].includes(table)) continue
      expect([table, await count(two, `${table} where account_id = $1`, account.accountId)]).toEqual([
        table,
        0,
      ])
    }
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(6)
  })
})

test('whoever is no cell tells nobody locations', async () => {
  const body = { batches: [] }
  expect((await two.world.call('POST', '/internal/locations', { body })).status).toBe(401)
  const headers = { 'x-rastro-passage': `1 2 ${Date.now()} - /internal/locations:forged forged` }
  expect((await two.world.call('POST', '/internal/locations', { body, headers })).status).toBe(401)
  const other = {
    ...one.world.ctx,
    config: { ...one.world.ctx.config, access: { ...one.world.ctx.config.access, secret: 'x' } },
  }
  await expect(tellLocations(other, two, [])).rejects.toThrow()
  await tellLocations(one.world.ctx, two, [])
})

describe('a move that fails', () => {
  test('leaves the account where it was, and nothing elsewhere', async () => {
    const account = await furnish(one)
    const mover = moverOf(one, two)
    const broken = { ...mover, neighbour: { lastPlace: () => Promise.reject(new Error('it is away')) } }
    await expect(moveAccount(broken, sidesOf(one, two), account.accountId)).rejects.toThrow('it is away')
    forgetMoving(one.world.ctx)
    await one.world.make.group(account)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(0)
    for (const cell of [one, two]) {
      expect(await count(cell, "moves where state <> 'gone'")).toBe(0)
      expect(await count(cell, 'pg_replication_slots')).toBe(0)
      expect(await count(cell, 'pg_publication')).toBe(0)
    }
    expect(await residences.find(account.accountId)).toMatchObject({ cell: 1, movingTo: null })
    // What was held meanwhile goes to the own log.
    await hear(one, account.imei, 5)
    expect(await count(one, 'locations where account_id = $1', account.accountId)).toBe(5)
  })

  test('because its mover was killed is undone or begun anew by the next', async () => {
    const account = await furnish(one)
    const sides = sidesOf(one, two)
    const hung = { ...moverOf(one, two), neighbour: { lastPlace: () => new Promise<string>(() => {}) } }
    const killed = await openLine(one.url, 'killed mover')
    void moveAccount(hung, { ...sides, source: { ...sides.source, db: killed.db } }, account.accountId).catch(
      () => {},
    )
    await expect
      .poll(() => count(one, "moves where state = 'sealed'"), { timeout: 30_000, interval: 200 })
      .toBe(1)
    await killed.end()
    expect(await abortMove(moverOf(one, two), sides, account.accountId)).toBe(true)
    forgetMoving(one.world.ctx)
    await one.world.make.group(account)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(0)
    await moveAccount(moverOf(one, two), sides, account.accountId)
    expect(await count(two, 'devices where account_id = $1', account.accountId)).toBe(1)
  })
})

test('every table with an account is moved, and fenced, or stays for a reason that is written down', async () => {
  const moved = await listMovedTables(one.line.db)
  expect(moved.filter(({ isFollowable }) => !isFollowable)).toEqual([])
  const parents = (await listAccountTables(one.world.superuser)).filter((name) => !/^locations_/.test(name))
  expect([...moved.map(({ name }) => name), ...tablesThatStay].sort()).toEqual([...parents].sort())
  const { rows } = await one.world.superuser.query<{ name: string }>(`
    select distinct polrelid::regclass::text as name from pg_policy where polname = 'fence_insert'`)
  expect(rows.map(({ name }) => name).sort()).toEqual(moved.map(({ name }) => name).sort())
})
