// What every object store does: one suite over both kinds.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ObjectDamagedError, ObjectMissingError, StoreRefusalError } from './object-errors.ts'
import type { ObjectStore, ObjectStoreSettings, S3Settings } from './object-store.types.ts'
import { openStore } from './open-store.ts'
import { createS3Store } from './s3-store.ts'
import type { Files } from './testing/files.ts'
import { listAll, listKeys, openFiles } from './testing/files.ts'
import type { S3rver } from './testing/s3rver.ts'
import { openS3rver } from './testing/s3rver.ts'

const mebibyte = 1_048_576

let files: Files
let server: S3rver
let s3: { kind: 's3' } & S3Settings
beforeAll(async () => {
  files = await openFiles()
  server = await openS3rver(join(files.directory, 's3'))
  s3 = { kind: 's3', ...server.settings }
})
afterAll(async () => {
  await server.close()
  await files.remove()
})

async function openLocal(directory: string): Promise<ObjectStoreSettings> {
  await mkdir(join(files.directory, directory), { recursive: true })
  return { kind: 'local', directory: join(files.directory, directory) }
}

const kinds: [name: string, open: () => Promise<ObjectStoreSettings>, notThere: () => ObjectStoreSettings][] =
  [
    [
      'a directory',
      () => openLocal('objects'),
      () => ({ kind: 'local', directory: join(files.directory, 'not-there') }),
    ],
    ['a bucket', async () => s3, () => ({ ...s3, bucket: 'not-there' })],
    [
      'a bucket with a prefix',
      async () => ({ ...s3, prefix: 'rastro/history' }),
      () => ({ ...s3, bucket: 'not-there' }),
    ],
  ]

describe.each(kinds)('%s', (_, open, notThere) => {
  let store: ObjectStore
  beforeAll(async () => {
    store = openStore(await open())
  })

  test('returns the bytes that were stored, at any offset', async () => {
    const { path, bytes } = await files.make(5 * mebibyte + 3)
    await store.put('read/a=1/b.parquet', path)
    expect(await store.size('read/a=1/b.parquet')).toBe(bytes.length)
    const ranges = [
      [0, bytes.length],
      [0, 8],
      [1, 1],
      [3_000_000, 1_500_000],
      [bytes.length - 8, 8],
    ] as const
    for (const [offset, length] of ranges) {
      const read = await store.read('read/a=1/b.parquet', offset, length)
      expect(read.equals(bytes.subarray(offset, offset + length))).toBe(true)
    }
  })

  test('replaces an object', async () => {
    const [first, second] = [await files.make(100), await files.make(50)]
    await store.put('replaced', first.path)
    await store.put('replaced', second.path)
    expect(await store.size('replaced')).toBe(50)
    expect((await store.read('replaced', 0, 50)).equals(second.bytes)).toBe(true)
    await expect(store.read('replaced', 0, 51)).rejects.toThrow(ObjectDamagedError)
  })

  test('stores an empty file', async () => {
    await store.put('empty', (await files.make(0)).path)
    expect(await store.size('empty')).toBe(0)
    expect(await listAll(store)).toContainEqual({ key: 'empty', bytes: 0, modifiedAt: expect.any(Date) })
  })

  test('stores nothing of a file that does not exist', async () => {
    await expect(store.put('nothing', join(files.directory, 'nothing'))).rejects.toThrow('ENOENT')
    expect(await store.size('nothing')).toBeUndefined()
  })

  test('distinguishes missing objects from truncated ones', async () => {
    await store.put('short/a', (await files.make(10)).path)
    for (const key of ['short/b', 'short', 'short/a/b']) {
      expect(await store.size(key)).toBeUndefined()
      await expect(store.read(key, 0, 5)).rejects.toThrow(ObjectMissingError)
    }
    for (const [offset, length] of [
      [0, 11],
      [9, 2],
      [10, 1],
      [11, 1],
      [1_000, 5],
    ] as const) {
      await expect(store.read('short/a', offset, length)).rejects.toThrow(ObjectDamagedError)
    }
    await expect(store.read('short/a', 0, 11)).rejects.toThrow(
      '"short/a" is truncated: it ends before byte 11',
    )
  })

  test('removes objects, also those that are gone', async () => {
    const { path } = await files.make(10)
    await store.put('removed/a', path)
    await store.put('removed/b', path)
    for (const key of ['removed/a', 'removed/a', 'removed/never', 'never/removed', 'removed'])
      await store.remove(key)
    expect(await store.size('removed/a')).toBeUndefined()
    expect(await listKeys(store, 'removed/')).toEqual(['removed/b'])
    await store.put('removed/a', path)
    expect(await listKeys(store, 'removed/')).toEqual(['removed/a', 'removed/b'])
  })

  test('lists what is below a folder', async () => {
    const { path } = await files.make(7)
    const keys = ['account=1/week=1/a', 'account=1/week=2/a', 'account=10/week=1/a', 'account=1-b']
    for (const key of keys) await store.put(`listed/${key}`, path)
    const beganAt = Date.now()
    expect(await listAll(store, 'listed/account=1/')).toEqual([
      { key: 'listed/account=1/week=1/a', bytes: 7, modifiedAt: expect.any(Date) },
      { key: 'listed/account=1/week=2/a', bytes: 7, modifiedAt: expect.any(Date) },
    ])
    for (const { modifiedAt } of await listAll(store, 'listed/')) {
      expect(Math.abs(modifiedAt.getTime() - beganAt)).toBeLessThan(60_000)
    }
    expect(await listKeys(store, 'listed/')).toEqual(keys.map((key) => `listed/${key}`).sort())
    expect((await listKeys(store)).filter((key) => key.startsWith('listed/'))).toHaveLength(4)
    expect(await listKeys(store, 'listed/account=2/')).toEqual([])
    await expect(listKeys(store, 'listed/account=1')).rejects.toThrow('is not a folder')
  })

  test('accepts only keys that are safe as paths', async () => {
    const { path } = await files.make(1)
    for (const key of ['../outside', '/etc/passwd', 'a/../../b', 'a//b', '.hidden', '']) {
      const refused = 'cannot be the key of an object'
      await expect(async () => store.put(key, path)).rejects.toThrow(refused)
      await expect(async () => store.read(key, 0, 1)).rejects.toThrow(refused)
      await expect(async () => store.size(key)).rejects.toThrow(refused)
      await expect(async () => store.remove(key)).rejects.toThrow(refused)
    }
    await expect(listKeys(store, '../')).rejects.toThrow('is not a folder')
  })

  test('stops reading when the caller aborts', async () => {
    await store.put('aborted', (await files.make(10)).path)
    const reason = new Error('the client is gone')
    await expect(store.read('aborted', 0, 10, AbortSignal.abort(reason))).rejects.toBe(reason)
    const abort = new AbortController()
    const reading = store.read('aborted', 0, 10, abort.signal)
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })

  test('a store that does not exist is an error, not an empty store', async () => {
    const gone = openStore(notThere())
    const { path } = await files.make(1)
    await expect(gone.size('a')).rejects.toThrow(StoreRefusalError)
    await expect(async () => gone.read('a', 0, 1)).rejects.toThrow(StoreRefusalError)
    await expect(gone.put('a', path)).rejects.toThrow(StoreRefusalError)
    await expect(gone.remove('a')).rejects.toThrow(StoreRefusalError)
    await expect(listKeys(gone)).rejects.toThrow(StoreRefusalError)
  })
})

test('a store with a prefix sees only what is below it', async () => {
  const { path } = await files.make(1)
  const outer = openStore(s3)
  const inner = openStore({ ...s3, prefix: 'outer/inner' })
  await outer.put('outer/inner-2/a', path)
  await outer.put('outer/a', path)
  await inner.put('a', path)
  expect(await listKeys(inner)).toEqual(['a'])
  expect(await listKeys(outer, 'outer/')).toEqual(['outer/a', 'outer/inner-2/a', 'outer/inner/a'])
})

test('lists a bucket in pages', async () => {
  const limits = { tries: 2, firstPauseMs: 1, maxPauseMs: 1, timeoutMs: 30_000, pageObjects: 3 }
  const store = createS3Store(s3, limits)
  const { path } = await files.make(1)
  const keys = Array.from({ length: 10 }, (_, index) => `pages/${index}`)
  for (const key of keys) await store.put(key, path)
  expect(await listKeys(store, 'pages/')).toEqual(keys)
})

test('a list leaves out what `put` could not have stored', async () => {
  const settings = await openLocal('foreign')
  const store = openStore(settings)
  const directory = join(files.directory, 'foreign')
  await mkdir(join(directory, 'lost+found'))
  await mkdir(join(directory, '.unfinished'))
  for (const name of ['lost+found/a', '.unfinished/b', 'c d', '.e', 'f'])
    await writeFile(join(directory, name), 'x')
  expect(await listKeys(store)).toEqual(['f'])
})
