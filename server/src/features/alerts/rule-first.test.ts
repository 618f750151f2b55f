import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rulesOf = async ({ token }: MadeAccount) =>
  (await world.call('GET', '/api/alertRules', { token })).body.alertRules

const firstRule = {
  name: 'SOS',
  type: 'sos',
  enabled: true,
  severity: 'critical',
  groups: [],
  devices: [],
  contacts: [],
}

describe('a new account', () => {
  test('has a rule for the SOS button of every device, in the audit log too', async () => {
    const account = await world.make.account({ hasFirstRule: true })
    const rules = await rulesOf(account)
    expect(rules).toMatchObject([firstRule])
    const path = `/api/audit?targetId=${rules[0].id}`
    const { body } = await world.call('GET', path, { token: account.token })
    expect(body.changes).toMatchObject([
      { action: 'alertRules.created', userId: null, after: { type: 'sos' } },
    ])
  })

  test('may delete it like any other rule', async () => {
    const account = await world.make.account({ hasFirstRule: true })
    const [{ id }] = await rulesOf(account)
    const { status } = await world.call('DELETE', `/api/alertRules/${id}`, { token: account.token })
    expect([status, await rulesOf(account)]).toEqual([200, []])
  })
})

describe('migrating older accounts', () => {
  const migrate = async () => {
    const file = new URL('../../../migrations/0034_sos_rules.sql', import.meta.url)
    // As the role that migrates, which does not bypass row-level security.
    const owner = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_OWNER_URL! })
    await owner.connect()
    await owner.query(await readFile(file, 'utf8'))
    await owner.end()
  }

  test('adds the rule where no rule is of its type, once, under a free name', async () => {
    const [bare, watched, named] = await Promise.all([
      world.make.account(),
      world.make.account(),
      world.make.account(),
    ])
    await world.make.rule(watched, { name: 'Help', type: 'sos', enabled: false })
    await world.make.rule(named, { name: 'SOS', type: 'speed', settings: { above: 90 } })
    await migrate()
    await migrate()
    expect(await rulesOf(bare)).toMatchObject([firstRule])
    expect(await rulesOf(watched)).toMatchObject([{ name: 'Help', enabled: false }])
    expect(await rulesOf(named)).toMatchObject([{ name: 'SOS' }, { ...firstRule, name: 'SOS 2' }])
  })
})
