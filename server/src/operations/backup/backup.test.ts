import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../../scripts/services/databases.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import { listCatalogueFaults } from '../../../test/catalogue.ts'
import { withClient } from '../../../test/client.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { runRastro } from '../../../test/processes.ts'
import { describeDatabase } from '../../../test/schema.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import { backdateIdentifiers } from '../../features/devices/identifier-history.api.ts'
import { createDeviceCache } from '../../features/recorder/device-cache.api.ts'
import type { LocationWriter } from '../../features/recorder/location-log.api.ts'
import { createLocationWriter } from '../../features/recorder/location-log.api.ts'
import { toRow } from '../../features/recorder/location-row.api.ts'
import { isMissingStoredLocations, restoreFromLog } from '../../features/recorder/log-restore.api.ts'
import { recordLocations } from '../../features/recorder/recorder.consumer.ts'
import { openDependencies } from '../../roles/dependencies.ts'
import type { Manifest } from './manifest.ts'
import { findDamage, readManifest } from './manifest.ts'
import { restoreBackup, verifyDatabase } from './restore.ts'
import { takeBackup } from './take.ts'

const services = inject('services')
const databases = databasesOf((database) => services.superuserUrl.replace('DATABASE', database))
const scratch = mkdtempSync(join(tmpdir(), 'rastro-backup-'))
const directory = join(scratch, 'backup')
const copy = 'restored_copy'
const quiet = () => {}
const [imei = '', lateImei = ''] = imeisOf('35630705', 2)

let world: World
let account: MadeAccount
let writer: LocationWriter
let recorder: { stop(): void }
let manifest: Manifest
let deviceId: string

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10 })
  deviceId = (await world.make.device(account, { identifier: imei })).id
  await world.make.rule(account)
  await world.make.command(account, deviceId)
  writer = createLocationWriter(world.ctx)
  recorder = await recordLocations(world.ctx)
  // Acknowledged, but perhaps not stored yet.
  await report(imei, 50, 40, 30)
  manifest = await takeBackup(world.ctx, { directory, waitSeconds: 20, version: 'test' }, quiet)
  await databases.createDatabase(copy)
})

afterAll(async () => {
  recorder.stop()
  await world.close()
  await databases.dropDatabase(copy)
  rmSync(scratch, { recursive: true, force: true })
})

/** Locations of some seconds ago; those of the last ten seconds have an SOS alarm. */
async function report(deviceRef: string, ...agoes: number[]): Promise<void> {
  for (const ago of agoes) {
    const location = locationAgo(ago, ago < 10 ? { alarms: ['sos'] } : {})
    const row = toRow(location, {
      deviceRef,
      protocol: 'teltonika',
      receivedAt: new Date(),
      datesRollOver: false,
    })
    await writer.write([row])
  }
}

function envOf(database: string, more: Record<string, string> = {}): Record<string, string> {
  const at = (url: string) => url.replace('DATABASE', database)
  return {
    ...world.env,
    RASTRO_DATABASE_URL: at(services.appUrl),
    RASTRO_DATABASE_OWNER_URL: at(services.ownerUrl),
    RASTRO_DATABASE_BACKUP_URL: at(services.backupUrl),
    ...more,
  }
}

function query<Row extends object>(env: Record<string, string>, sql: string): Promise<Row[]> {
  return withClient(env.RASTRO_DATABASE_BACKUP_URL!, async (client) => (await client.query<Row>(sql)).rows)
}

async function countOf(env: Record<string, string>, table: string): Promise<number> {
  return (await query<{ count: number }>(env, `select count(*)::int as count from ${table}`))[0]!.count
}

const restore = (database: string, more: Record<string, string> = {}, replaces = false) => {
  const config = readConfig(envOf(database, more))
  return restoreBackup({ config, log: world.ctx.log }, { directory, replaces }, quiet)
}

const superuserOf = (database: string) => services.superuserUrl.replace('DATABASE', database)

describe('a backup', () => {
  test('contains every row, counted by table and account', async () => {
    const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
    expect(rowsOf('public.devices')).toBe(1)
    expect(manifest.accounts).toMatchObject([{ account: account.account, locations: 3 }])
    expect(manifest.accounts[0]!.auditNumber).toBeGreaterThan(2)
    const { rows } = await world.superuser.query('select count(*)::int as count from audit_log')
    expect(rowsOf('public.audit_log')).toBe(rows[0].count)
  })

  test('contains everything acknowledged before it began, and the log position', async () => {
    const { lastSequence } = await world.ctx.bus.locations.state()
    expect(manifest.log).toMatchObject({ isCaughtUp: true, storedSequence: lastSequence, lastSequence })
  })

  test('does not contain the secret', () => {
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      if (name === 'database') continue
      expect(readFileSync(join(directory, name)).includes(world.env.RASTRO_SECRET!)).toBe(false)
    }
  })

  test.each([
    ['owner', () => services.ownerUrl],
    ['application', () => services.appUrl],
  ])('is refused for the %s role, which does not see all rows', async (_, url) => {
    const other = join(scratch, 'refused')
    const database = new URL(world.env.RASTRO_DATABASE_URL!).pathname.slice(1)
    const env = { ...world.env, RASTRO_DATABASE_BACKUP_URL: url().replace('DATABASE', database) }
    const { code, stderr } = await runRastro(env, 'backup', other).ended
    expect(code).toBe(1)
    expect(stderr).toContain('does not see all rows')
    await expect(readManifest(other)).rejects.toThrow('it is not a backup')
  })

  test('is refused in a non-empty directory', async () => {
    const again = takeBackup(world.ctx, { directory, waitSeconds: 0, version: 'test' }, quiet)
    await expect(again).rejects.toThrow('is not empty')
  })

  test('is reported as damaged if a file is changed, truncated, missing or new', async () => {
    expect(await findDamage(directory, manifest)).toEqual([])
    const [one, , three] = manifest.files.filter(({ bytes }) => bytes > 30)
    const kept = [one!, three!].map(({ name }) => readFileSync(join(directory, name)))
    const changed = Buffer.from(kept[0]!)
    changed[20]! ^= 1
    writeFileSync(join(directory, one!.name), changed)
    appendFileSync(join(directory, three!.name), 'x')
    writeFileSync(join(directory, 'database/new'), '')
    const faults = [
      `${one!.name} was changed: its checksum differs`,
      `${three!.name} has ${three!.bytes + 1} bytes, not ${three!.bytes}`,
      'database/new was not part of the backup',
    ]
    expect((await findDamage(directory, manifest)).sort()).toEqual(faults.sort())
    const { code, stdout } = await runRastro({}, 'backup', 'verify', directory).ended
    expect([code, stdout.includes('damaged')]).toEqual([1, true])
    await expect(restore(copy)).rejects.toThrow('The backup is damaged')

    rmSync(join(directory, 'database/new'))
    writeFileSync(join(directory, one!.name), kept[0]!)
    writeFileSync(join(directory, three!.name), kept[1]!)
    expect(await findDamage(directory, manifest)).toEqual([])
  })
})

describe('a restore', () => {
  test('with another secret is refused before any change', async () => {
    const other = restore(copy, { RASTRO_SECRET: 'another secret, as long as the first was' })
    await expect(other).rejects.toThrow('RASTRO_SECRET differs from that of the backup')
  })

  test('restores rows, audit logs, policies and grants', async () => {
    expect(await restore(copy)).toMatchObject({ faults: [], migrationsBehind: 0 })
    await withClient(superuserOf(copy), async (client) => {
      expect(await listCatalogueFaults(client)).toEqual([])
    })
    const original = new URL(world.env.RASTRO_DATABASE_URL!).pathname.slice(1)
    expect(await describeDatabase(superuserOf(copy))).toEqual(await describeDatabase(superuserOf(original)))
  })

  test('ends queued commands, which may have been sent since the backup', async () => {
    const states = (env: Record<string, string>) => query(env, 'select state, reason from commands')
    expect(await states(world.env)).toEqual([{ state: 'queued', reason: null }])
    expect(await states(envOf(copy))).toEqual([{ state: 'failed', reason: 'no_answer' }])
  })

  test('into a non-empty database is refused without --replace', async () => {
    await expect(restore(copy)).rejects.toThrow('is not empty')
    expect((await restore(copy, {}, true)).faults).toEqual([])
  })

  test('is refused while other connections are open', async () => {
    await withClient(envOf(copy).RASTRO_DATABASE_URL!, async () => {
      await expect(restore(copy, {}, true)).rejects.toThrow('rastro_app. Stop the platform first')
    })
  })

  const planted: [sql: string, fault: RegExp][] = [
    [
      'delete from locations where fixed_at = (select min(fixed_at) from locations)',
      /has 2 locations, not 3/,
    ],
    ['update locations set latitude = latitude + 1', /account acc_\w+ has different locations/],
    [`update devices set name = 'Other'`, /table public.devices has different contents/],
    ['alter table users no force row level security', /table public.users: row-level security is not forced/],
    ['grant delete on audit_log to rastro_app', /table public.audit_log has different policies, grants/],
    ['drop policy of_account on shares', /table public.shares has different policies, grants/],
    ['drop trigger alerts_emit_raised on alerts', /table public.alerts has different policies, grants/],
    ['grant execute on function drop_old_location_partitions to public', /functions or sequences/],
    [
      `alter table audit_log disable trigger all; update audit_log set action = 'other' where number = 2`,
      /its audit log is broken at number 2/,
    ],
    ['update audit_heads set number = number - 1', /its audit log has a different end/],
    ['create table left_behind (number int)', /table public.left_behind was not in the backup/],
  ]
  test.each(planted)('is reported as incomplete after: %s', async (sql, fault) => {
    await databases.dropDatabase('restored_planted')
    await databases.createDatabase('restored_planted', { template: copy })
    await withClient(superuserOf('restored_planted'), (client) => client.query(sql))
    const config = readConfig(envOf('restored_planted'))
    const faults = await verifyDatabase({ config, log: world.ctx.log }, manifest, quiet)
    await databases.dropDatabase('restored_planted')
    expect(faults.join('\n')).toMatch(fault)
  })
})

describe('locations after the backup', () => {
  const causes = (env: Record<string, string>) =>
    query<{ cause: string }>(env, 'select cause from alerts order by cause')

  test('are restored from the log exactly once, with their alerts and without new events', async () => {
    await report(imei, 20, 10, 5)
    await expect.poll(() => countOf(world.env, 'locations')).toBe(6)
    const restored = await openDependencies(readConfig(envOf(copy)), world.ctx.log)
    const { ctx } = restored
    const deviceCache = createDeviceCache(ctx)
    try {
      expect(await countOf(envOf(copy), 'locations')).toBe(3)
      expect(await causes(envOf(copy))).toEqual([])
      expect(await isMissingStoredLocations(ctx, deviceCache)).toBe(true)
      const { last: eventsBefore } = await ctx.bus.events.bounds()

      const from = { sequence: manifest.log!.storedSequence + 1 }
      expect(await restoreFromLog(ctx, from, quiet)).toMatchObject({ received: 3, stored: 3, unknown: 0 })
      expect(await causes(envOf(copy))).toEqual(await causes(world.env))
      expect(await causes(envOf(copy))).toHaveLength(1)
      expect(await isMissingStoredLocations(ctx, deviceCache)).toBe(false)

      expect(await restoreFromLog(ctx, { at: new Date(0) }, quiet)).toMatchObject({ received: 6, stored: 0 })
      expect(await countOf(envOf(copy), 'locations')).toBe(6)
      expect(await causes(envOf(copy))).toHaveLength(1)
      expect((await ctx.bus.events.bounds()).last).toBe(eventsBefore)
    } finally {
      deviceCache.stop()
      await restored.close()
    }
  })

  test('of a device unknown to the backup are counted, and restored after it is registered again', async () => {
    await world.make.device(account, { identifier: lateImei })
    await report(lateImei, 3)
    await expect.poll(() => countOf(world.env, 'locations')).toBe(7)
    const restored = await openDependencies(readConfig(envOf(copy)), world.ctx.log)
    try {
      const from = { sequence: manifest.log!.storedSequence + 1 }
      expect(await restoreFromLog(restored.ctx, from, quiet)).toMatchObject({ stored: 0, unknown: 1 })
      await withClient(superuserOf(copy), (client) =>
        client.query(`insert into directory_identifiers (identifier, account_id, device_number)
          select '${lateImei}', account_id, number from devices where id = '${deviceId}'`),
      )
      // Without the operator's word they belong to the time before the registration.
      const refused = { stored: 0, unknown: 0, beforeAssignment: 1 }
      expect(await restoreFromLog(restored.ctx, from, quiet)).toMatchObject(refused)
      await backdateIdentifiers(restored.ctx, [lateImei], new Date(manifest.takenAt))
      expect(await restoreFromLog(restored.ctx, from, quiet)).toMatchObject({
        stored: 1,
        beforeAssignment: 0,
      })
    } finally {
      await restored.close()
    }
  })

  test('are not restored while a recorder is running', async () => {
    const { code, stderr } = await runRastro(envOf(copy), 'recover', 'log', '--from-manifest', directory)
      .ended
    expect([code, stderr]).toEqual([1, expect.stringContaining('A recorder is running')])
  })
})
