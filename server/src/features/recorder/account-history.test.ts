import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { changeHistory } from '../accounts/account.api.ts'
import { trimHistories } from './account-history.api.ts'
import { keepHistory } from './retention.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  await keepHistory(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await world.make.account()
})

const change = async (historyDays: number | null, token?: string) =>
  world.call('PATCH', '/api/account', {
    token: token ?? (await world.make.passwordToken(account)),
    body: { historyDays },
  })

/** One location a day, for so many days, of a new device. */
async function makeHistory(owner: MadeAccount, days: number, perDay = 1): Promise<string> {
  const { id } = await world.make.device(owner)
  await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class)
     select now() - interval '1 hour' - make_interval(days => day), now(), d.number, $2, n, 2
     from devices d, generate_series(0, $3::int - 1) as day, generate_series(1, $4::int) as n where d.id = $1`,
    [id, owner.accountId, days, perDay],
  )
  return id
}
const countOf = async (deviceId: string) =>
  (
    await world.superuser.query(
      `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
      [deviceId],
    )
  ).rows[0].count

describe('the history of an account', () => {
  test('is cut to its days, in batches; other accounts keep theirs', async () => {
    const other = await world.make.account()
    const [mine, second, theirs] = [
      await makeHistory(account, 60, 300),
      await makeHistory(account, 60),
      await makeHistory(other, 60),
    ]
    expect((await change(30)).body.account).toMatchObject({ historyDays: 30, maxHistoryDays: 400 })
    expect(await trimHistories(world.ctx, {})).toBe(30 * 301)
    expect([await countOf(mine), await countOf(second), await countOf(theirs)]).toEqual([30 * 300, 30, 60])
    expect(await trimHistories(world.ctx, {})).toBe(0)
  })

  test('is cut soon after the change, by a job', async () => {
    await change(10)
    const { rows } = await world.superuser.query(
      `select data from pgboss.job where name = 'account-history' and (data->>'accountId')::int = $1`,
      [account.accountId],
    )
    expect(rows).toEqual([{ data: { accountId: account.accountId } }])
    const device = await makeHistory(account, 20)
    await trimHistories(world.ctx, { accountId: account.accountId })
    expect(await countOf(device)).toBe(10)
  })

  test('is kept as long as the retention class allows by default', async () => {
    const device = await makeHistory(account, 300)
    await change(20)
    await change(null)
    expect(await trimHistories(world.ctx, { accountId: account.accountId })).toBe(0)
    expect(await countOf(device)).toBe(300)
  })

  test('is changed by administrators with a recent sign-in, within the retention class', async () => {
    const standard = await world.make.user(account)
    expect((await change(30, standard.token)).status).toBe(403)
    const tooLong = await change(401)
    expect([tooLong.status, tooLong.body.details[0].path]).toEqual([400, 'historyDays'])
    const token = await world.make.passwordToken(account)
    world.clock.offsetMs = 6 * 60_000
    expect((await change(30, token)).body.code).toBe('access.not_recent')
    world.clock.offsetMs = 0
    expect((await change(30, account.token)).body.code).toBe('access.not_recent')
    expect((await change(0)).status).toBe(400)
  })

  test('of one account that fails does not stop the others', async () => {
    const stuck = await world.make.account()
    const later = await world.make.account()
    for (const owner of [stuck, later]) await changeHistory(world.ctx, owner.accountId, 7)
    const device = await makeHistory(later, 10)
    await makeHistory(stuck, 10)
    await world.superuser.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$;
       create trigger refuse before delete on locations for each row when (old.account_id = ${stuck.accountId})
       execute function refuse()`,
    )
    await expect(trimHistories(world.ctx, {})).rejects.toThrow('of 1 accounts')
    expect(await countOf(device)).toBe(7)
    await world.superuser.query('drop trigger refuse on locations; drop function refuse')
    expect(await trimHistories(world.ctx, {})).toBe(3)
  })

  test('is changed by the operator without undoing a change of the account', async () => {
    await world.superuser.query('begin')
    await world.superuser.query(`update accounts set name = 'Renamed' where account_id = $1`, [
      account.accountId,
    ])
    const changing = changeHistory(world.ctx, account.accountId, 7)
    await sleep(300)
    await world.superuser.query('commit')
    expect(await changing).toMatchObject({ name: 'Renamed', historyDays: 7 })
  })

  test('can be set by the operator', async () => {
    const after = await changeHistory(world.ctx, account.accountId, 7)
    expect(after.historyDays).toBe(7)
    const device = await makeHistory(account, 10)
    await trimHistories(world.ctx, { accountId: account.accountId })
    expect(await countOf(device)).toBe(7)
  })
})
