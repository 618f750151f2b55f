import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 50_000, timeZone: 'Pacific/Kiritimati' })
})
afterAll(() => world.close())

const send = (path: string, csv: string, token = account.token) =>
  world.call('POST', path, { token, body: csv, headers: { 'content-type': 'text/csv' } })
const preview = (csv: string, token?: string) => send('/api/devices/import/preview', csv, token)
const bring = (csv: string, token?: string) => send('/api/devices/import', csv, token)
const count = async (house = account) =>
  Number(
    (await world.superuser.query('select count(*) from devices where account_id = $1', [house.accountId]))
      .rows[0].count,
  )
const read = async (id: string) =>
  (await world.call('GET', `/api/devices/${id}`, { token: account.token })).body.device

describe('an import', () => {
  test('creates every device of the file with all its columns', async () => {
    const csv = [
      'name,description,identifier,phoneNumber,model,protocol,expirationDate,dailyEmailLimit,dailySmsLimit,tag.colour,vehicleType,licensePlate,driverName,driverPhone',
      `"Boat, ""big""",Old one,${randomText(15)},+34600,M1,teltonika,2031-05-06,5,0,blue,boat,7A-BA-1,Ana,+34611`,
      'Ñandú,,,,,,,,,,,,,',
    ].join('\r\n')
    const { status, body } = await bring(`\ufeff${csv}\r\n`)
    expect([status, body.created]).toEqual([201, 2])
    expect(await read(body.ids[0])).toMatchObject({
      name: 'Boat, "big"',
      description: 'Old one',
      phoneNumber: '+34600',
      model: 'M1',
      protocol: 'teltonika',
      tags: { colour: 'blue' },
      vehicleType: 'boat',
      licensePlate: '7A-BA-1',
      driverName: 'Ana',
      driverPhone: '+34611',
      limits: { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: 5, dailySmsLimit: 0 },
    })
    expect(await read(body.ids[1])).toMatchObject({
      name: 'Ñandú',
      identifier: null,
      limits: { expires: false },
    })
  })

  test('puts devices into groups by name, and reports unknown names', async () => {
    const name = `North ${randomText(6)}`
    const made = await world.call('POST', '/api/groups', { token: account.token, body: { name } })
    const { body } = await bring(`name,group\nIn,${name}\nOut,\n`)
    expect((await read(body.ids[0])).groups).toEqual([made.body.id])
    expect((await read(body.ids[1])).groups).toEqual([])
    const other = `South; ${randomText(6)}`
    const second = await world.call('POST', '/api/groups', { token: account.token, body: { name: other } })
    const both = (await bring(`name,group\nA,"${name};"\nB,"${other}"\nC,"${name} ; ${name}"\n`)).body
    const groupsOf = async (index: number) => (await read(both.ids[index])).groups
    expect(await groupsOf(0)).toEqual([made.body.id])
    expect(await groupsOf(1)).toEqual([second.body.id])
    expect(await groupsOf(2)).toEqual([made.body.id])
    const wrong = await preview('name,group\nIn,Nowhere\n')
    expect(wrong.body.faults).toEqual([{ path: '2.group', message: '"Nowhere" is not a group' }])
  })

  test.each([[';'], ['\t']])('accepts %j as the delimiter, with commas in cells', async (mark) => {
    const { body } = await bring(`name${mark}model\nBoat, blue${mark}1,5 m\n`)
    expect(await read(body.ids[0])).toMatchObject({ name: 'Boat, blue', model: '1,5 m' })
  })

  test('keeps formula-like cells as text', async () => {
    const cells = ['=1+1', '+34600111222', '-5', '@SUM(A1)', "'quoted", '=HYPERLINK("http://x")']
    const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
    const { status, body } = await bring(`name\n${quoted.join('\n')}\n`)
    expect(status).toBe(201)
    const names = await Promise.all(body.ids.map(async (id: string) => (await read(id)).name))
    expect(names).toEqual(cells)
  })

  test('with one fault creates nothing', async () => {
    const before = await count()
    const { status, body } = await bring('name,dailySmsLimit\nGood,1\nBad,many\n')
    expect([status, body.code]).toEqual([400, 'import.invalid'])
    expect(await count()).toBe(before)
  })

  test('with an identifier of another account creates nothing and does not reveal it', async () => {
    const identifier = randomText(15)
    await world.make.device(await world.make.account(), { identifier })
    const before = await count()
    const { status, body } = await bring(`name,identifier\nGood,${randomText(15)}\nTaken,${identifier}\n`)
    expect([status, body.code]).toEqual([409, 'devices.identifier_taken'])
    expect(body.error).not.toContain(identifier)
    expect(await count()).toBe(before)
  })

  test('with more devices than licenses creates nothing', async () => {
    const house = await world.make.account({ licenses: 2 })
    const { status, body } = await bring('name\none\ntwo\nthree\n', house.token)
    expect([status, body.code]).toEqual([409, 'licenses.none_free'])
    expect(await count(house)).toBe(0)
  })

  test('of 10,001 rows is rejected', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `Boat ${index}`)
    const { status, body } = await bring(`name\n${rows.join('\n')}\n`)
    expect([status, body.code]).toEqual([400, 'import.too_many_rows'])
  })

  test('requires devices.edit, and devices.limits for limits', async () => {
    const group = await world.make.group(account)
    const editor = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
    const nobody = await world.make.user(account, { groupIds: [group.id] })
    expect((await bring('name\nBoat\n', nobody.token)).status).toBe(403)
    expect((await bring('name,dailySmsLimit\nBoat,5\n', editor.token)).status).toBe(403)
    const { body } = await bring('name\nBoat\n', editor.token)
    expect((await read(body.ids[0])).groups).toEqual([group.id])
  })
})

describe('a preview', () => {
  test('reports every fault by line and column, and creates nothing', async () => {
    const known = randomText(15)
    await world.make.device(account, { identifier: known })
    const before = await count()
    const csv = [
      'name,identifier,expirationDate,dailyEmailLimit',
      'Good,111,2031-01-01,5',
      ',222,2031-02-30,-1',
      '',
      'Twin,111,,',
      `Known,${known},,x`,
      `${'n'.repeat(201)},,,`,
    ].join('\n')
    const { status, body } = await preview(csv)
    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 5, licensesFree: expect.any(Number) })
    const lines = body.faults.map(({ path }: { path: string }) => Number.parseInt(path, 10))
    expect(lines).toEqual([3, 3, 3, 5, 6, 6, 7])
    expect(body.faults).toEqual(
      expect.arrayContaining([
        { path: '3.name', message: 'is required' },
        { path: '3.expirationDate', message: expect.stringContaining('date') },
        { path: '3.dailyEmailLimit', message: expect.any(String) },
        { path: '5.identifier', message: 'is also in line 2' },
        { path: '6.identifier', message: 'already belongs to a device' },
        { path: '6.dailyEmailLimit', message: expect.any(String) },
        { path: '7.name', message: expect.any(String) },
      ]),
    )
    expect(await count()).toBe(before)
  })

  test('reports rows with too few or too many cells, by line', async () => {
    const { status, body } = await preview('name,model\nBoat\nShip,M1,more\nRaft,M2\n')
    expect(status).toBe(200)
    expect(body.faults).toEqual([
      { path: '2', message: 'has 1 cells, but the header has 2' },
      { path: '3', message: 'has 3 cells, but the header has 2' },
    ])
  })

  test('of a large file lets other requests proceed', { retry: 2 }, async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `Boat ${index},${'x'.repeat(300)},no-${index}`)
    const usedMs = () => process.threadCpuUsage().user / 1_000
    const beganMs = usedMs()
    let [turnBeganMs, longestMs] = [beganMs, 0]
    let watching = setImmediate(function watch() {
      longestMs = Math.max(longestMs, usedMs() - turnBeganMs)
      turnBeganMs = usedMs()
      watching = setImmediate(watch)
    })
    const { body } = await preview(`name,description,identifier\n${rows.join('\n')}\n`)
    clearImmediate(watching)
    expect(body.rows).toBe(10_000)
    expect(longestMs / (usedMs() - beganMs)).toBeLessThan(0.3)
  })

  test('counts the licenses needed, by the day of the account', async () => {
    // On Kiritimati it is already tomorrow.
    world.clock.set('2026-11-15T12:00:00Z')
    const { token } = await world.make.account({ timeZone: 'Pacific/Kiritimati', licenses: 7 })
    const { body } = await preview(
      'name,expirationDate\nA,2026-11-15\nB,2026-11-16\nC,2026-11-17\nD,\n',
      token,
    )
    world.clock.offsetMs = 0
    expect(body).toMatchObject({ rows: 4, faults: [], licensesNeeded: 2, licensesFree: 7 })
  })
})

describe('rejects a file', () => {
  test.each([
    ['that is empty', '', 'import.columns'],
    ['with a header alone', 'name,model\n', 'import.empty'],
    ['without the column name', 'model\nM1\n', 'import.columns'],
    ['with an unknown column', 'name,nickname\nBoat,x\n', 'import.columns'],
    ['with a duplicate column', 'name,name\nBoat,Ship\n', 'import.columns'],
    ['with a tag that has no name', 'name,tag.\nBoat,x\n', 'import.columns'],
    ['with a reserved tag name', 'name,tag.__proto__\nBoat,x\n', 'import.columns'],
    ['with unclosed quotes', 'name\n"Boat\n', 'import.not_csv'],
    ['with an oversized cell', `name\n${'x'.repeat(30_000)}\n`, 'import.not_csv'],
  ])('%s', async (_name, csv, code) => {
    for (const answer of [await preview(csv), await bring(csv)]) {
      expect([answer.status, answer.body.code]).toEqual([400, code])
    }
  })

  test('with a content type other than CSV', async () => {
    const { status } = await world.call('POST', '/api/devices/import', {
      token: account.token,
      body: { a: 1 },
    })
    expect(status).toBe(415)
  })

  test('that is larger than 8 MB', async () => {
    expect((await bring(`name\n${'x\n'.repeat(5_000_000)}`)).status).toBe(413)
  })
})
