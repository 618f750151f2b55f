import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../../test/client.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { sql } from './sql.ts'
import type { Scope } from './statement.ts'
import { Statement } from './statement.ts'

let world: World
let ours: MadeAccount
let theirs: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  ours = await world.make.account()
  theirs = await world.make.account()
})
afterAll(() => world.close())

type Run = (text: string, values: unknown[], scope?: Scope) => Promise<Record<string, unknown>[]>

/** A single connection of the application role, so a statement would see anything the previous one left behind. */
function onOneConnection(work: (run: Run) => Promise<void>): Promise<void> {
  return withClient(world.env.RASTRO_DATABASE_URL!, async (client) => {
    await client.query(Statement.prepareScope)
    await work((text, values, scope) => Statement.run(client, text, values, scope))
  })
}

const listUsers = 'select account_id from users'
const readSettings = `select current_setting('rastro.account', true) as account,
  current_setting('rastro.directory', true) as directory, current_setting('rastro.recorder', true) as recorder`
const nothing = { account: '', directory: '', recorder: '' }

describe('the scope of a statement', () => {
  test('applies to that statement only', async () => {
    await onOneConnection(async (run) => {
      const { accountId } = ours
      expect(await run(listUsers, [], { accountId })).toEqual([{ accountId }])
      expect(await run(readSettings, [])).toEqual([nothing])
      expect(await run(listUsers, [])).toEqual([])
      expect(await run(readSettings, [], 'directory')).toEqual([{ ...nothing, directory: 'on' }])
      expect(await run(readSettings, [], 'recorder')).toEqual([{ ...nothing, recorder: 'on' }])
      expect(await run(readSettings, [])).toEqual([nothing])
    })
  })

  test('is reset after a failed statement, at any stage of failure', async () => {
    await onOneConnection(async (run) => {
      const { accountId } = ours
      const failures: [string, unknown[]][] = [
        ['select 1 / 0', []],
        ['select nonsense', []],
        ['selec', []],
        ['select $1::int', ['no number']],
        ['select count(*) / 0 from users', []],
        [`select pg_sleep(0), 1 / (count(*) - count(*)) from users`, []],
      ]
      for (const [text, values] of failures) {
        for (const time of ['first', 'second, when it is prepared']) {
          await expect(run(text, values, { accountId }), `${text}, ${time}`).rejects.toThrow()
          expect(await run(readSettings, [])).toEqual([nothing])
          expect(await run(listUsers, [])).toEqual([])
        }
      }
    })
  })

  test('of one account does not leak into that of another', async () => {
    await onOneConnection(async (run) => {
      for (const { accountId } of [ours, theirs, ours, theirs]) {
        expect(await run(listUsers, [], { accountId })).toEqual([{ accountId }])
      }
    })
  })

  test('applies to updates; rows outside it are not changed', async () => {
    await onOneConnection(async (run) => {
      const rename = 'update accounts set name = $1 where account_id = $2 returning name'
      const scope = { accountId: ours.accountId }
      expect(await run(rename, ['Ours', ours.accountId], scope)).toEqual([{ name: 'Ours' }])
      expect(await run(rename, ['Ours', theirs.accountId], scope)).toEqual([])
      expect(await run(rename, ['Ours', ours.accountId])).toEqual([])
    })
  })

  test('of a transaction ends with commit or rollback', async () => {
    for (const end of ['commit', 'rollback']) {
      await onOneConnection(async (run) => {
        await run('begin', [])
        await run(Statement.scopeText({ accountId: ours.accountId }), [])
        expect(await run(listUsers, [])).toEqual([{ accountId: ours.accountId }])
        await run(end, [])
        expect(await run(readSettings, [])).toEqual([nothing])
        expect(await run(listUsers, [])).toEqual([])
      })
    }
  })
})

describe('copied rows', () => {
  test('are those of the scope, and the values are in the text', async () => {
    const at = new Date('2026-11-20T01:02:03.456Z')
    const copied = await world.ctx.db.copy(
      { accountId: ours.accountId },
      sql`copy (select account_id, ${at}::timestamptz = '2026-11-20T01:02:03.456Z', ${[3, -4]}::int[]
        from users where account_id > ${-1}) to stdout`,
    )
    expect(copied.toString()).toBe(`${ours.accountId}\tt\t{3,-4}\n`)
  })

  test('of any size', async () => {
    const copied = await world.ctx.db.copy(
      'directory',
      sql`copy (select repeat('x', 999) from generate_series(1, ${2_000})) to stdout`,
    )
    expect(copied.equals(Buffer.from(`${'x'.repeat(999)}\n`.repeat(2_000)))).toBe(true)
  })

  test.each([["'; drop table users; --"], [Number.NaN], [null], [['1']]])('refuses %j', async (value) => {
    const copying = world.ctx.db.copy('directory', sql`copy (select ${value}) to stdout`)
    await expect(copying).rejects.toThrow(TypeError)
  })

  test('an error leaves the connection usable', async () => {
    const failing = world.ctx.db.copy('directory', sql`copy (select 1 / ${0}) to stdout`)
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await world.ctx.db.directory`select 1 as one`).toEqual([{ one: 1 }])
  })
})
