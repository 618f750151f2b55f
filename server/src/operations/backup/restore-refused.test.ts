// A restore with --replace that cannot succeed is refused before it deletes anything.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../../scripts/services/databases.ts'
import { withClient } from '../../../test/client.ts'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import type { Inventory } from './inventory.ts'
import { takeInventory } from './inventory.ts'
import type { Manifest } from './manifest.ts'
import { listFiles, readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { openReader, takeBackup } from './take.ts'

const services = inject('services')
const superuserOf = (database: string) => services.superuserUrl.replace('DATABASE', database)
const databases = databasesOf(superuserOf)
const scratch = mkdtempSync(join(tmpdir(), 'rastro-refused-'))
const directory = join(scratch, 'backup')
const changedBackup = join(scratch, 'changed-backup')
const emptyDirectory = join(scratch, 'empty')
const tools = join(scratch, 'tools')
const file = join(scratch, 'file')
const nowhere = join(scratch, 'nowhere')
const original = 'refused_original'
const target = 'refused_target'
const quiet = () => {}

let world: World
/** The inventory of the target before each test. */
let before: Inventory

beforeAll(async () => {
  for (const path of [emptyDirectory, tools]) mkdirSync(path)
  writeFileSync(file, '')
  world = await openWorld()
  const account = await world.make.account({ licenses: 10 })
  await world.make.device(account)
  const { config, log } = world.ctx
  await takeBackup({ config, bus: undefined }, { directory, waitSeconds: 0, version: 'test' }, quiet)
  await databases.createDatabase(original)
  const options = { directory, replaces: false }
  await restoreBackup({ config: readConfig(envOf(original)), log }, options, quiet)
  await asSuperuser(original, `update devices set name = 'Renamed since the backup'`)
  before = await inventoryOf(original)
})

afterAll(async () => {
  await world.close()
  await databases.dropDatabase(original)
  rmSync(scratch, { recursive: true, force: true })
})

beforeEach(() => databases.createDatabase(target, { template: original }))

afterEach(async () => {
  await databases.dropDatabase(target)
  rmSync(changedBackup, { recursive: true, force: true })
})

function envOf(database: string): Record<string, string> {
  const at = (url: string) => url.replace('DATABASE', database)
  return {
    ...world.env,
    RASTRO_DATABASE_URL: at(services.appUrl),
    RASTRO_DATABASE_OWNER_URL: at(services.ownerUrl),
    RASTRO_DATABASE_BACKUP_URL: at(services.backupUrl),
  }
}

async function asSuperuser(database: string, sql: string): Promise<void> {
  await withClient(superuserOf(database), (client) => client.query(sql))
}

async function inventoryOf(database: string): Promise<Inventory> {
  const { db, end } = await openReader(envOf(database).RASTRO_DATABASE_BACKUP_URL!)
  return takeInventory(db).finally(end)
}

function replace(from: string, settings: Record<string, string> = {}) {
  return runRastro({ ...envOf(target), ...settings }, 'restore', from, '--replace').ended
}

type Ended = Awaited<ReturnType<typeof replace>>

async function expectRefusal({ code, stderr }: Ended, parts: string[], expected = before): Promise<void> {
  await expect(inventoryOf(target)).resolves.toEqual(expected)
  expect(code).toBe(1)
  for (const part of [...parts, 'The database was not changed.']) expect(stderr).toContain(part)
}

/** A copy of the backup with correct checksums, so that only the change itself is wrong. */
async function changeBackup(change: (manifest: Manifest) => Manifest): Promise<void> {
  cpSync(directory, changedBackup, { recursive: true })
  const manifest = change(await readManifest(changedBackup))
  await writeManifest(changedBackup, { ...manifest, files: await listFiles(changedBackup) })
}

const isOfRows = ({ name }: { name: string }) => /\d\.dat/.test(name)

/** Changes the table of contents of the archive. */
function changeContents(change: (contents: Buffer) => void): void {
  const path = join(changedBackup, 'database/toc.dat')
  const contents = readFileSync(path)
  change(contents)
  writeFileSync(path, contents)
}

test('the database is as before when pg_restore is missing', async () => {
  const refused = await replace(directory, { RASTRO_POSTGRES_TOOLS_DIR: emptyDirectory })
  const fault = `or newer was not found in "${emptyDirectory}"`
  await expectRefusal(refused, [fault, 'Correct the setting RASTRO_POSTGRES_TOOLS_DIR'])
})

test.each([
  ['is older than the server', 'echo "pg_restore (PostgreSQL) 13.1"', 'is version 13'],
  ['does not run', 'exit 1', 'does not run'],
])('the database is as before when pg_restore %s', async (_, script, fault) => {
  const program = join(tools, 'pg_restore')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const refused = await replace(directory, { RASTRO_POSTGRES_TOOLS_DIR: tools })
  await expectRefusal(refused, ['or newer was not found', `${program} ${fault}`])
})

test.each([
  ['does not exist', nowhere],
  ['is a file', file],
])('the database is as before when the temporary directory %s', async (_, path) => {
  const refused = await replace(directory, { TMPDIR: path })
  await expectRefusal(refused, [`cannot be written in "${path}"`, 'Set TMPDIR to a directory'])
})

test('the database is as before when pg_restore cannot read the archive', async () => {
  await changeBackup((manifest) => {
    // PGDMP is followed by the major and minor version of the format.
    changeContents((contents) => contents.writeUInt8(99, 6))
    return manifest
  })
  const refused = await replace(changedBackup)
  await expectRefusal(refused, ['cannot read the archive', 'unsupported version (1.99)', 'newer pg_restore'])
})

test('the database is as before when the archive lacks a table, or its rows', async () => {
  await changeBackup((manifest) => {
    for (const { name } of manifest.files.filter(isOfRows)) rmSync(join(changedBackup, name))
    const absent = { ...manifest.tables[0]!, name: 'public.absent' }
    return { ...manifest, tables: [...manifest.tables, absent] }
  })
  await expectRefusal(await replace(changedBackup), [
    'The backup is damaged',
    'table public.absent is not in the archive',
    'the rows of table public.devices are not in the archive',
  ])
})

test('the database is as before when the backup is of a newer PostgreSQL', async () => {
  await changeBackup((manifest) => ({ ...manifest, postgres: '99.1' }))
  const refused = await replace(changedBackup)
  await expectRefusal(refused, ['The backup is of PostgreSQL 99.1', 'into PostgreSQL 99 or newer'])
})

test('the database is as before when the database allows too few connections', async () => {
  await asSuperuser('postgres', `alter database ${target} connection limit 1`)
  const refused = await replace(directory)
  await asSuperuser('postgres', `alter database ${target} connection limit -1`)
  await expectRefusal(refused, ['too many connections for database', 'use fewer with --jobs'])
})

test('the database is as before when pg_restore rejects the connection URL', async () => {
  // The driver ignores unknown parameters; libpq rejects them.
  const address = `${envOf(target).RASTRO_DATABASE_OWNER_URL}?unknown=1`
  const refused = await replace(directory, { RASTRO_DATABASE_OWNER_URL: address })
  await expectRefusal(refused, ['pg_restore failed', 'invalid URI query parameter: "unknown"'])
})

test('the database is as before when it has a table that the owner cannot delete', async () => {
  await asSuperuser(target, 'create table of_superuser (number int)')
  const expected = await inventoryOf(target)
  const refused = await replace(directory)
  await expectRefusal(refused, ['--replace cannot empty', 'of_superuser would remain'], expected)
})

test('the database is as before when its extensions and schema would be deleted too', async () => {
  await asSuperuser(target, 'alter schema public owner to rastro_owner')
  await expectRefusal(await replace(directory), [
    '--replace cannot empty',
    'extensions btree_gist, pg_trgm, postgis would be deleted too',
    '"rastro_owner" could not create tables in the schema "public" afterwards',
  ])
})

test('the database is as before when the owner may not create tables in it', async () => {
  await asSuperuser(target, 'alter schema public owner to postgres')
  const refused = await replace(directory)
  await expectRefusal(refused, ['may not create tables', 'grant create on schema public to rastro_owner'])
})

test('the same restore without these faults replaces the database', async () => {
  expect((await replace(directory)).code).toBe(0)
  const { rows, tables } = await inventoryOf(target)
  const manifest = await readManifest(directory)
  expect([rows, tables.length]).toEqual([manifest.rows, manifest.tables.length])
  const devices = await withClient(superuserOf(target), (client) => client.query('select name from devices'))
  expect(devices.rows).not.toContainEqual({ name: 'Renamed since the backup' })
})
