import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readlinkSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLocalStore } from './local-store.ts'
import { ObjectDamagedError } from './object-errors.ts'
import type { ObjectStore } from './object-store.types.ts'
import type { Files } from './testing/files.ts'
import { listAll, listKeys, openFiles } from './testing/files.ts'

let files: Files
let directory: string
let store: ObjectStore
let count = 0
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.remove())
beforeEach(async () => {
  count += 1
  directory = join(files.directory, `store-${count}`)
  await mkdir(directory)
  store = createLocalStore({ directory })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Paths below the store that are made durable, with whether the object is visible then. */
async function watchSyncs(key: string): Promise<[path: string, isVisible: boolean][]> {
  const syncs: [string, boolean][] = []
  const file = await open(directory)
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const { sync } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`).slice(directory.length)
    syncs.push([path, existsSync(join(directory, key))])
    return sync.call(this)
  })
  return syncs
}

test('a file is durable before it is visible, and its folders are before it is confirmed', async () => {
  const { path } = await files.make(10)
  const syncs = await watchSyncs('a/b/c')
  await store.put('a/b/c', path)
  expect(syncs).toEqual([
    [expect.stringMatching(/^\/\.unfinished\/[0-9a-f-]{36}$/), false],
    ['/a/b', true],
    ['/a', true],
    ['', true],
  ])
})

test('a removal is durable, and removes the folders that it empties', async () => {
  const { path } = await files.make(10)
  await store.put('a/b/c', path)
  await store.put('a/d', path)
  const syncs = await watchSyncs('a/b/c')
  await store.remove('a/b/c')
  expect(syncs).toEqual([['/a', false]])
  expect(await readdir(join(directory, 'a'))).toEqual(['d'])
  await store.remove('a/d')
  expect(await readdir(directory)).toEqual(['.unfinished'])
})

test('what a crash has left is removed a day later by another upload', async () => {
  const { path } = await files.make(10)
  const unfinished = join(directory, '.unfinished')
  await mkdir(unfinished)
  for (const name of ['old', 'new']) await writeFile(join(unfinished, name), 'x')
  const beforeSeconds = Date.now() / 1_000 - 25 * 3_600
  await utimes(join(unfinished, 'old'), beforeSeconds, beforeSeconds)
  expect(await listKeys(store)).toEqual([])
  await store.put('a', path)
  expect(await readdir(unfinished)).toEqual(['new'])
})

test('an empty object is too short for any range', async () => {
  await store.put('empty', (await files.make(0)).path)
  await expect(store.read('empty', 0, 1)).rejects.toThrow(ObjectDamagedError)
})

test('a failed upload leaves the former object and nothing else', async () => {
  const { path, bytes } = await files.make(10)
  await store.put('a', path)
  await expect(store.put('a', files.directory)).rejects.toThrow()
  await expect(store.put('a/b', path)).rejects.toThrow()
  expect((await store.read('a', 0, 10)).equals(bytes)).toBe(true)
  expect(await readdir(join(directory, '.unfinished'))).toEqual([])
})

test('concurrent uploads under a key leave one whole object', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => files.make(1_000_000)))
  await Promise.all(made.map(({ path }) => store.put('raced', path)))
  const found = await store.read('raced', 0, 1_000_000)
  expect(made.filter(({ bytes }) => bytes.equals(found))).toHaveLength(1)
  expect(await store.size('raced')).toBe(1_000_000)
})

test('uploads do not fail because other objects of the folder are removed', async () => {
  const { path } = await files.make(10)
  const others = async () => {
    for (let index = 0; index < 60; index += 1) {
      await store.put('a/b/other', path)
      await store.remove('a/b/other')
    }
  }
  const ours = async () => {
    for (let index = 0; index < 60; index += 1) {
      await store.put(`a/b/${index}`, path)
      expect(await store.size(`a/b/${index}`)).toBe(10)
      await store.remove(`a/b/${index}`)
    }
  }
  await Promise.all([others(), ours()])
  expect(await listKeys(store)).toEqual([])
})

test('a list skips folders that are removed meanwhile', async () => {
  const { path } = await files.make(10)
  for (const key of ['a/1', 'b/1', 'c/1']) await store.put(key, path)
  const seen: string[] = []
  for await (const { key } of store.list('')) {
    seen.push(key)
    for (const other of ['a/1', 'b/1', 'c/1']) if (other !== key) await store.remove(other)
  }
  expect(seen).toHaveLength(1)
})

test('a process that is killed leaves a whole object or none', async () => {
  const bytes = 32 * 1_048_576
  const { path } = await files.make(bytes)
  const code = `
    import { createLocalStore } from ${JSON.stringify(join(import.meta.dirname, 'local-store.ts'))}
    const store = createLocalStore({ directory: ${JSON.stringify(directory)} })
    process.stdout.write('ready')
    for (let number = 1; ; number += 1) await store.put('killed/' + number, ${JSON.stringify(path)})`
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await sleep(round * 23)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (const object of await listAll(store)) {
      expect(object.bytes).toBe(bytes)
      await store.remove(object.key)
    }
  }
  expect((await stat(join(directory, '.unfinished'))).isDirectory()).toBe(true)
})
