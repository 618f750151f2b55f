import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const send = (path: string, csv: string, token = account.token) =>
  world.call('POST', `/api/drivers/${path}`, { token, body: csv, headers: { 'content-type': 'text/csv' } })
const preview = (csv: string, token?: string) => send('import/preview', csv, token)
const bring = (csv: string, token?: string) => send('import', csv, token)
const read = async (id: string) =>
  (await world.call('GET', `/api/drivers/${id}`, { token: account.token })).body
const count = async (of = account) =>
  Number(
    (await world.superuser.query('select count(*) from drivers where account_id = $1', [of.accountId]))
      .rows[0].count,
  )

describe('an import', () => {
  test('creates every driver of the file with all columns and tags', async () => {
    const csv = [
      'name;phone;email;licenseNumber;note;tag',
      '"Gil, Ana";+34 600;ana@example.com;B-1;"Nights ""only""";"A1; A2"',
      'Ñandú;;;;;',
    ].join('\r\n')
    const { status, body } = await bring(`\ufeff${csv}\r\n`)
    expect([status, body.created]).toEqual([201, 2])
    const [ana, other] = [await read(body.ids[0]), await read(body.ids[1])]
    expect(ana).toMatchObject({
      name: 'Gil, Ana',
      phone: '+34 600',
      email: 'ana@example.com',
      licenseNumber: 'B-1',
      note: 'Nights "only"',
    })
    expect(ana.tags.map(({ tag, from, to }: Record<string, unknown>) => [tag, from, to])).toEqual([
      ['A1', null, null],
      ['A2', null, null],
    ])
    expect(other).toMatchObject({ name: 'Ñandú', phone: null, tags: [] })
    const audit = await world.superuser.query(
      `select target from audit_log where account_id = $1 and action = 'drivers.created' order by number`,
      [account.accountId],
    )
    expect(audit.rows.map(({ target }) => target)).toEqual(body.ids)
  })

  test('with one fault creates nothing, and a preview never does', async () => {
    await bring('name,tag\nTaken,T1\n')
    const before = await count()
    const csv = `name,email,tag\nGood,,N1\n,x,N1\nLong,,${'t'.repeat(65)}\nOther,,T1\nShort\nMany,,${Array.from({ length: 11 }, (_, at) => `m${at}`).join(';')}\n`
    const faults = [
      ['3.name', 'is required'],
      ['3.email', expect.any(String)],
      ['3.tag', 'is also in line 2'],
      ['4.tag', expect.any(String)],
      ['5.tag', '"T1" already belongs to a driver'],
      ['6', 'has 1 cells, but the header has 3'],
      ['7.tag', 'has more than 10 tags'],
    ].map(([path, message]) => ({ path, message }))
    const shown = await preview(csv)
    expect([shown.status, shown.body.rows]).toEqual([200, 6])
    expect(shown.body.faults).toEqual(faults)
    const { status, body } = await bring(csv)
    expect([status, body.code]).toEqual([400, 'import.invalid'])
    expect(body.details).toEqual(faults)
    expect(await count()).toBe(before)
  })

  test('of more drivers than an account may have creates nothing', async () => {
    const other = await world.make.account()
    const rows = (length: number) => Array.from({ length }, (_, at) => `Driver ${at}`).join('\n')
    expect((await bring(`name\n${rows(9_999)}\n`, other.token)).body.created).toBe(9_999)
    const { status, body } = await bring('name\nA\nB\n', other.token)
    expect([status, body.code]).toEqual([409, 'drivers.too_many'])
    expect((await bring('name\nA\n', other.token)).status).toBe(201)
    expect((await bring(`name\n${rows(10_001)}\n`, other.token)).body.code).toBe('import.too_many_rows')
    expect(await count(other)).toBe(10_000)
  })

  test('does not see the tags of another account', async () => {
    const other = await world.make.account()
    await bring('name,tag\nHidden,SECRET\n')
    expect((await preview('name,tag\nOwn,SECRET\n', other.token)).body.faults).toEqual([])
    expect((await bring('name,tag\nOwn,SECRET\n', other.token)).status).toBe(201)
  })

  test('requires fleet.manage', async () => {
    const group = await world.make.group(account)
    const nobody = await world.make.user(account, { groupIds: [group.id] })
    expect((await bring('name\nAna\n', nobody.token)).status).toBe(403)
    expect((await preview('name\nAna\n', nobody.token)).status).toBe(403)
  })

  test.each([
    ['without the column name', 'phone\n1\n', 'import.columns'],
    ['with an unknown column', 'name,size\nAna,M\n', 'import.columns'],
    ['with a header alone', 'name\n', 'import.empty'],
  ])('refuses a file %s', async (_name, csv, code) => {
    expect((await bring(csv)).body.code).toBe(code)
  })
})
