import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { markAccount } from '../../../test/marked-account.ts'
import { untar } from '../../../test/untar.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { writeArchive } from './archive.ts'
import { deleteExpired, deleteStrays, exportTo, maxAtATime, writeNext } from './export.api.ts'
import { archivePath } from './export-files.ts'
import { exportedKinds, listExportedColumns } from './kinds/kinds.ts'
import { leftOutColumns, leftOutEverywhere, leftOutTables } from './kinds/left-out.ts'

const marker = 'zqmarkqzexport'
let world: World
let account: MadeAccount
let outsider: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  outsider = await world.make.account()
})
afterAll(async () => {
  await world.close()
  rmSync(world.ctx.config.exports.dir, { recursive: true, force: true })
})

const path = '/api/account/exports'
const dayMs = 86_400_000

async function addLocations(
  accountId: number,
  device: number,
  count: number,
  from = '2026-01-20',
): Promise<void> {
  await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, speed,
       class, more)
     select $4::timestamptz + n * interval '7 minutes', $4::timestamptz + n * interval '7 minutes' + interval '2 s',
       $2, $1, 413900000 + n, 21700000, n, 360, 2, case when n % 100 = 0 then '{"attributes":{"say":"a \\"word\\", twice"}}'::jsonb end
     from generate_series(1, $3) as n`,
    [accountId, device, count, from],
  )
}

async function numberOf(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query('select number from devices where id = $1', [deviceId])
  return rows[0].number
}

function linesOf(files: Map<string, Buffer>, name: string): Record<string, unknown>[] {
  const text = files.get(`data/${name}.jsonl`)!.toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('every column of every account table is exported, or left out with a reason', async () => {
  const { rows } = await world.superuser.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id' and not o.attisdropped)
    order by 1, 2`)
  const columns = rows.map(({ table, column }) => `${table}.${column}`)
  const exported = new Set(listExportedColumns())
  const reasonOf = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    return leftOutTables[table] ?? leftOutColumns[name] ?? leftOutEverywhere[column]
  }
  expect(columns.filter((name) => !exported.has(name) && !reasonOf(name))).toEqual([])
  expect([...exported].filter((name) => reasonOf(name))).toEqual([])
  // Nothing is listed that does not exist.
  expect([...exported, ...Object.keys(leftOutColumns)].filter((name) => !columns.includes(name))).toEqual([])
  expect(Object.keys(leftOutTables).filter((name) => !rows.some(({ table }) => table === name))).toEqual([])
  expect(columns.length).toBeGreaterThan(300)
})

describe('an export', () => {
  let id: string
  let deviceId: string
  let files: Map<string, Buffer>

  test('is requested by the owner, once a day, after a recent sign-in', async () => {
    deviceId = (await world.make.device(account, { name: 'Ñandú', tags: { colour: 'red' } })).id
    await world.make.photo(account, deviceId)
    await addLocations(account.accountId, await numberOf(deviceId), 12_000)
    await world.make.alert(account, deviceId, { location: { latitude: 41.3532, longitude: -1.55 } })
    await world.superuser.query(
      `insert into segments (account_id, device_number, began_at, id, kind, algorithm, from_latitude, from_longitude,
         to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations, began)
       values ($1, $2, '2026-03-01', gen_random_uuid(), 'stop', 1, 413532000, -15500000, 413532000, -15500000, 0, 0, 0,
         0, 0, 0, 1, '{}')`,
      [account.accountId, await numberOf(deviceId)],
    )
    const administrator = await world.make.user(account, { role: 'administrator' })
    const refused = await world.call('POST', path, { token: administrator.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'account.not_owner'])
    const ofKey = await world.call('POST', path, { token: account.token })
    expect([ofKey.status, ofKey.body.code]).toEqual([403, 'access.not_recent'])
    const token = await world.make.passwordToken(account)
    world.clock.offsetMs = 6 * 60_000
    const late = await world.call('POST', path, { token })
    expect([late.status, late.body.code]).toEqual([403, 'access.not_recent'])
    world.clock.offsetMs = 0

    const made = await world.call('POST', path, { token })
    expect(made.status).toBe(201)
    expect(made.body.export).toMatchObject({ state: 'waiting', requestedBy: account.ownerId, files: null })
    id = made.body.export.id
    const again = await world.call('POST', path, { token })
    expect([again.status, again.body.code]).toEqual([429, 'exports.one_a_day'])
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(86_000)
    const early = await world.call('GET', `${path}/${id}/archive`, { token })
    expect([early.status, early.body.code]).toEqual([404, 'exports.not_ready'])
  })

  test('is written by the notifier, and downloaded', async () => {
    expect(await writeNext(world.ctx)).toBe(true)
    expect(await writeNext(world.ctx)).toBe(false)
    const { body } = await world.call('GET', `${path}/${id}`, { token: account.token })
    expect(body.export).toMatchObject({ state: 'ready', bytes: expect.any(Number) })
    const archive = readFileSync(archivePath(world.ctx, account.accountId, id))
    expect(createHash('sha256').update(archive).digest('hex')).toBe(body.export.sha256)
    const ofKey = await world.call('GET', `${path}/${id}/archive`, { token: account.token })
    expect([ofKey.status, ofKey.body.code]).toEqual([403, 'access.not_recent'])
    const answer = await world.app.inject({
      method: 'GET',
      url: `${path}/${id}/archive`,
      headers: { authorization: `Bearer ${await world.make.passwordToken(account)}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/x-tar')
    expect(answer.rawPayload.equals(archive)).toBe(true)
    files = untar(archive)
  })

  test('is downloaded by a link, once, within a minute', async () => {
    const link = `${path}/${id}/link`
    const ofKey = await world.call('POST', link, { token: account.token })
    expect([ofKey.status, ofKey.body.code]).toEqual([403, 'access.not_recent'])
    const token = await world.make.passwordToken(account)
    const make = async () => (await world.call('POST', link, { token })).body.path as string
    const open = (url: string) => world.app.inject({ method: 'GET', url })
    const url = await make()
    expect((await open(url.replace(id, 'exp_0000000000000000000000'))).statusCode).toBe(404)
    const answer = await open(url)
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="${id}.tar"`,
    ])
    const archive = readFileSync(archivePath(world.ctx, account.accountId, id))
    expect(answer.rawPayload.equals(archive)).toBe(true)
    const again = await open(url)
    expect([again.statusCode, again.json().code]).toEqual([404, 'session.link_invalid'])
    const late = await make()
    world.clock.offsetMs = 61_000
    expect((await open(late)).statusCode).toBe(404)
    world.clock.offsetMs = 0
  })

  test('lists all files with rows and hashes, and can be read by tar', async () => {
    const manifest = JSON.parse(files.get('manifest.json')!.toString())
    expect(manifest.account).toBe(account.account)
    const names = [...files.keys()].filter((name) => name !== 'manifest.json')
    expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(names)
    for (const { name, bytes, sha256, rows } of manifest.files) {
      const content = files.get(name)!
      expect([name, content.length]).toEqual([name, bytes])
      expect([name, createHash('sha256').update(content).digest('hex')]).toEqual([name, sha256])
      if (name.startsWith('data/')) expect(content.toString().split('\n').length - 1).toBe(rows)
    }
    const { body } = await world.call('GET', `${path}/${id}`, { token: account.token })
    expect(body.export).toMatchObject({ files: files.size, rows: manifest.total.rows })
    const listed = execFileSync('tar', ['tf', archivePath(world.ctx, account.accountId, id)]).toString()
    expect(listed.trim().split('\n')).toEqual([...files.keys()])
  })

  test('has the fields of the API, described by a schema', async () => {
    const { body } = await world.call('GET', `/api/devices/${deviceId}`, { token: account.token })
    const [device] = linesOf(files, 'devices')
    for (const name of [
      'id',
      'name',
      'tags',
      'groups',
      'limits',
      'createdAt',
      'photoUpdatedAt',
      'identifier',
    ])
      expect([name, device![name]]).toEqual([name, body.device[name]])
    for (const { name, fields } of exportedKinds) {
      const schema = JSON.parse(files.get(`schemas/${name}.json`)!.toString())
      expect(Object.keys(schema.properties)).toEqual(Object.keys(fields))
      for (const line of linesOf(files, name)) expect(Object.keys(line)).toEqual(schema.required)
    }
    const users = linesOf(files, 'users')
    expect(users.map(({ role }) => role).sort()).toEqual(['administrator', 'owner'])
    const changes = linesOf(files, 'changes')
    expect(changes[0]).toMatchObject({
      number: 1,
      action: 'account.created',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(changes[1]!.previousHash).toBe(changes[0]!.hash)
  })

  test('has the places of alerts, and of the ends of trips', () => {
    const [alert] = linesOf(files, 'alerts')
    expect(alert).toMatchObject({
      latitude: 41.3532,
      place: { name: '7.8 km E of Calatayud, Zaragoza, Spain' },
    })
    const [trip] = linesOf(files, 'trips')
    expect(trip).toMatchObject({
      start: { latitude: 41.3532, place: { shortName: '7.8 km E of Calatayud' } },
      end: null,
    })
  })

  test('has the locations by device and month', () => {
    const months = [...files.keys()].filter((name) => name.startsWith(`locations/${deviceId}/`))
    expect(months.map((name) => name.slice(-14))).toEqual([
      '2026-01.csv.gz',
      '2026-02.csv.gz',
      '2026-03.csv.gz',
    ])
    const csv = months.map((name) => gunzipSync(files.get(name)!).toString().trim().split('\n'))
    for (const lines of csv) expect(lines[0]).toMatch(/^dateTime,receivedAt,latitude,longitude/)
    expect(csv.reduce((sum, lines) => sum + lines.length - 1, 0)).toBe(12_000)
    expect(csv[0]![1]).toBe('2026-01-20T00:07:00.000Z,2026-01-20T00:07:02.000Z,41.3900001,2.17,,10.00,,,,')
    const hundredth = csv[0]![100]!
    expect(JSON.parse(hundredth.slice(hundredth.indexOf('"') + 1, -1).replaceAll('""', '"'))).toEqual({
      attributes: { say: 'a "word", twice' },
    })
  })

  test('is invisible to other accounts', async () => {
    for (const url of [`${path}/${id}`, `${path}/${id}/archive`]) {
      const { status, body } = await world.call('GET', url, { token: outsider.token })
      expect([status, body.code]).toEqual([404, 'exports.not_found'])
    }
    expect((await world.call('GET', path, { token: outsider.token })).body.exports).toEqual([])
  })

  test('expires after 7 days', async () => {
    world.clock.offsetMs = 7 * dayMs - 60_000
    await deleteExpired(world.ctx)
    expect(existsSync(archivePath(world.ctx, account.accountId, id))).toBe(true)
    world.clock.offsetMs = 7 * dayMs + 60_000
    await deleteExpired(world.ctx)
    world.clock.offsetMs = 0
    expect(existsSync(archivePath(world.ctx, account.accountId, id))).toBe(false)
    const token = await world.make.passwordToken(account)
    const { status, body } = await world.call('GET', `${path}/${id}/archive`, { token })
    expect([status, body.code]).toEqual([410, 'exports.expired'])
  })
})

test('contains every exported value, and no secret', async () => {
  const owner = await world.make.account()
  const { id } = await world.make.device(owner)
  const deviceNumber = await numberOf(id)
  const { marked } = await markAccount(world.superuser, { accountId: owner.accountId, deviceNumber, marker })
  const file = `${world.ctx.config.exports.dir}/marked.tar`
  await exportTo(world.ctx, { accountId: owner.accountId, account: owner.account, path: file })
  const files = untar(readFileSync(file))
  const lines = new Map(exportedKinds.map(({ table, name }) => [table, linesOf(files, name)]))
  const hex = Buffer.from(marker).toString('hex')
  const isIn = (value: unknown) => {
    const text = JSON.stringify(value)
    return text.includes(marker) || text.includes(hex)
  }
  const missing = exportedKinds.flatMap(({ table, fields }) =>
    Object.entries(fields).flatMap(([field, { covers }]) => {
      const isMarked = covers.some((column) => marked.includes(`${table}.${column}`))
      return isMarked && !lines.get(table)!.some((line) => isIn(line[field])) ? [`${table}.${field}`] : []
    }),
  )
  expect(missing).toEqual([])
  // Of the marked columns that are left out, none is in the archive: hashes, sealed values, working state.
  const secrets = marked.filter((name) => leftOutColumns[name]?.includes('secret'))
  expect(secrets).toContain('users.password_hash')
  const { rows } = await world.superuser.query('select count(*)::int as n from users where account_id = $1', [
    owner.accountId,
  ])
  expect(linesOf(files, 'users')).toHaveLength(rows[0].n)
  for (const user of linesOf(files, 'users')) expect(Object.keys(user)).not.toContain('passwordHash')
})

describe('an interrupted export', () => {
  test('continues, wherever it was killed', async () => {
    const owner = await world.make.account()
    for (let index = 0; index < 3; index += 1) {
      const { id } = await world.make.device(owner)
      await world.make.photo(owner, id)
      await addLocations(owner.accountId, await numberOf(id), 6_000)
    }
    // The calls above are counted later, and the count is exported.
    const countUnits = async () =>
      (
        await world.superuser.query('select units::int from api_usage where account_id = $1', [
          owner.accountId,
        ])
      ).rows[0]?.units
    await expect.poll(countUnits).toBe(6)
    const target = { account: owner.account, maxFileBytes: 1, flushEveryMs: 0 }
    const whole = `${world.ctx.config.exports.dir}/whole.tar`
    let chunks = 0
    await writeArchive(world.ctx, owner.accountId, {
      ...target,
      path: whole,
      onChunk: async () => {
        chunks += 1
      },
    })
    const wanted = contentOf(untar(readFileSync(`${whole}.part`)))
    expect(chunks).toBeGreaterThan(30)
    const cut = `${world.ctx.config.exports.dir}/cut.tar`
    // Killed after ever more chunks, on the same file: each run must go on where the one before stopped.
    let runs = 0
    for (let isDone = false; !isDone; runs += 1) {
      let left = 3
      const run = writeArchive(world.ctx, owner.accountId, {
        ...target,
        path: cut,
        onChunk: async () => {
          left -= 1
          if (left < 0) throw new Error('killed')
        },
      })
      isDone = await run.then(
        () => true,
        (error) => {
          expect(error.message).toBe('killed')
          return false
        },
      )
      expect(runs).toBeLessThan(200)
    }
    expect(runs).toBeGreaterThan(5)
    expect(contentOf(untar(readFileSync(`${cut}.part`)))).toEqual(wanted)
  })

  /** Without what names the time of writing. */
  function contentOf(files: Map<string, Buffer>): [string, string][] {
    return [...files]
      .filter(([name]) => name !== 'manifest.json')
      .map(([name, content]) => [
        name,
        (name.endsWith('.gz') ? gunzipSync(content) : content).toString('base64'),
      ])
  }

  test('begins again after an upgrade that exports something else', async () => {
    const owner = await world.make.account()
    await addLocations(owner.accountId, await numberOf((await world.make.device(owner)).id), 6_000)
    const target = {
      account: owner.account,
      flushEveryMs: 0,
      path: `${world.ctx.config.exports.dir}/old.tar`,
    }
    async function countChunks(max: number): Promise<number> {
      let chunks = 0
      const onChunk = async () => {
        chunks += 1
        if (chunks > max) throw new Error('killed')
      }
      await writeArchive(world.ctx, owner.accountId, { ...target, onChunk }).catch((error) =>
        expect(error.message).toBe('killed'),
      )
      return chunks
    }
    const all = await countChunks(Number.POSITIVE_INFINITY)
    expect(await countChunks(Number.POSITIVE_INFINITY)).toBeLessThan(all)
    const progress = `${target.path}.progress`
    const entries = readFileSync(progress, 'utf8')
    writeFileSync(progress, entries.replaceAll(/"version":"\w+"/g, '"version":"0123456789abcdef"'))
    expect(await countChunks(Number.POSITIVE_INFINITY)).toBe(all)
  })

  test('keeps its lease while the archive is read for its hash', async () => {
    const { path: file, token } = await requestLarge()
    let calls = 0
    const onChunk = async () => {
      if (!isManifestIn(`${file}.part`)) return
      calls += 1
      world.clock.offsetMs += 11_000
      expect(await writeNext(world.ctx)).toBe(false)
    }
    expect(await writeNext(world.ctx, { onChunk })).toBe(true)
    world.clock.offsetMs = 0
    // Longer than the lease.
    expect(calls).toBeGreaterThan(6)
    const { body } = await world.call('GET', path, { token })
    expect(body.exports[0].state).toBe('ready')
  })

  test('that another process has taken over is not renamed', async () => {
    const { path: file, accountId } = await requestLarge()
    const onChunk = async () => {
      if (!isManifestIn(`${file}.part`)) return
      await world.superuser.query('update exports set attempts = 7 where account_id = $1', [accountId])
    }
    expect(await writeNext(world.ctx, { onChunk })).toBe(true)
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, true])
    await world.superuser.query(`update exports set state = 'failed' where account_id = $1`, [accountId])
  })

  /** Seven megabytes of photos. */
  async function requestLarge() {
    while (await writeNext(world.ctx));
    const owner = await world.make.account({ licenses: 20 })
    for (let index = 0; index < 14; index += 1)
      await world.make.photo(owner, (await world.make.device(owner)).id)
    await world.superuser.query(
      `update device_photos set bytes = decode(repeat(md5(device_number::text), 32768), 'hex') where account_id = $1`,
      [owner.accountId],
    )
    const token = await world.make.passwordToken(owner)
    const { body } = await world.call('POST', path, { token })
    return {
      token,
      accountId: owner.accountId,
      path: archivePath(world.ctx, owner.accountId, body.export.id),
    }
  }

  const isManifestIn = (file: string) => readFileSync(file).includes('manifest.json\0\0\0')

  test('is taken over when its lease ends, and not by two at once', async () => {
    // What other tests left waiting would be chosen first.
    while (await writeNext(world.ctx));
    const owners = await Promise.all(Array.from({ length: maxAtATime + 1 }, () => world.make.account()))
    for (const owner of owners) {
      const token = await world.make.passwordToken(owner)
      expect((await world.call('POST', path, { token })).status).toBe(201)
    }
    const gates: (() => void)[] = []
    const held = Array.from({ length: maxAtATime }, () => {
      let isFirst = true
      const onChunk = () => {
        if (!isFirst) return Promise.resolve()
        isFirst = false
        return new Promise<void>((resolve) => gates.push(resolve))
      }
      return writeNext(world.ctx, { onChunk })
    })
    await expect.poll(() => gates.length).toBe(maxAtATime)
    // A third one waits.
    expect(await writeNext(world.ctx)).toBe(false)
    // Their processes are dead for a minute: another takes over, and they notice.
    world.clock.offsetMs = 61_000
    for (let index = 0; index < owners.length; index += 1) expect(await writeNext(world.ctx)).toBe(true)
    for (const open of gates) open()
    await Promise.all(held)
    world.clock.offsetMs = 0
    for (const { token } of owners) {
      const { body } = await world.call('GET', path, { token })
      expect(body.exports.map(({ state }: { state: string }) => state)).toEqual(['ready'])
    }
  })
})

test('a process deletes what others have expired or erased from its own disk', async () => {
  const owner = await world.make.account()
  const gone = archivePath(world.ctx, 2_000_000_000, 'exp_gone')
  const [old, recent] = ['exp_old', 'exp_new'].map((id) => archivePath(world.ctx, owner.accountId, id)) as [
    string,
    string,
  ]
  for (const file of [gone, old, recent]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
  }
  const age = (days: number) => new Date(Date.now() - days * dayMs)
  utimesSync(old, age(8.1), age(8.1))
  utimesSync(recent, age(7.9), age(7.9))
  await deleteStrays(world.ctx)
  expect([existsSync(dirname(gone)), existsSync(old), existsSync(recent)]).toEqual([false, false, true])
})
