import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { buildBreachedFile, countBreached, isBreached } from './breached-passwords.api.ts'

const known = 'correct horse battery staple'
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-breached-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const linesOf = (passwords: string[], count = 7) =>
  passwords
    .map(sha1)
    .sort()
    .map((hash) => `${hash}:${count}`)

async function* each(lines: string[]) {
  yield* lines
}

describe('the file of breached passwords', () => {
  test('has every password of the list, and few others', async () => {
    const passwords = Array.from({ length: 20_000 }, (_, index) => `password number ${index}`)
    const path = join(dir, 'many.bin')
    expect(await buildBreachedFile(each(linesOf(passwords)), path, 1)).toBe(20_000)
    expect(await countBreached(path)).toBe(20_000)
    for (let index = 0; index < 20_000; index += 97) {
      expect(await isBreached(path, passwords[index]!)).toBe(true)
      expect(await isBreached(path, `another ${index}`)).toBe(false)
    }
  })

  test('is searched with at most 5 reads', async () => {
    const path = join(dir, 'reads.bin')
    await buildBreachedFile(each(linesOf([known, 'a', 'b', 'c'])), path, 1)
    const file = await open(path)
    const read = vi.spyOn(Object.getPrototypeOf(file), 'read')
    await file.close()
    try {
      expect(await isBreached(path, known)).toBe(true)
      expect(read.mock.calls.length).toBeGreaterThan(0)
      expect(read.mock.calls.length).toBeLessThanOrEqual(5)
    } finally {
      read.mockRestore()
    }
  })

  test('keeps the first and the last hash', async () => {
    const path = join(dir, 'ends.bin')
    const lines = [`${'0'.repeat(40)}:1`, ...linesOf([known]), `${'F'.repeat(40)}:1`]
    expect(await buildBreachedFile(each(lines), path, 1)).toBe(3)
    expect(await isBreached(path, known)).toBe(true)
  })

  test('leaves out what was seen too rarely', async () => {
    const path = join(dir, 'rare.bin')
    expect(await buildBreachedFile(each(linesOf([known], 2)), path, 3)).toBe(0)
    expect(await isBreached(path, known)).toBe(false)
  })

  test.each([
    ['unsorted lines', [...linesOf(['a', 'b', 'c'])].reverse(), 'not sorted'],
    ['another format', ['hunter2'], 'is not a line like'],
  ])('is not made from %s', async (_name, lines, message) => {
    const path = join(dir, 'bad.bin')
    await expect(buildBreachedFile(each(lines), path, 1)).rejects.toThrow(message)
    expect(readdirSync(dir).filter((name) => name.startsWith('bad'))).toEqual([])
  })

  test('is refused if it is cut off or something else', async () => {
    const path = join(dir, 'cut.bin')
    await buildBreachedFile(each(linesOf([known, 'a', 'b'])), path, 1)
    truncateSync(path, 393_250)
    await expect(countBreached(path)).rejects.toThrow('incomplete')
    writeFileSync(path, 'something else')
    await expect(isBreached(path, known)).rejects.toThrow('was not made by')
  })
})

describe('an installation with the file', () => {
  let world: World
  let path: string
  beforeAll(async () => {
    path = join(dir, 'of-command.bin')
    const source = join(dir, 'source.txt')
    writeFileSync(source, `${linesOf([known, 'mareas vivas de marzo']).join('\r\n')}\r\n`)
    const built = await runRastro({}, 'passwords', 'build', source, '--to', path, '--json').ended
    expect([built.code, JSON.parse(built.stdout)]).toEqual([0, { file: path, passwords: 2 }])
    world = await openWorld({ RASTRO_BREACHED_FILE: path })
  })
  afterAll(() => world.close())

  test('refuses breached passwords', async () => {
    const { userName, password } = await world.make.account()
    const change = (newPassword: string) =>
      world.call('PUT', '/session/password', { body: { userName, password, newPassword } })
    const refused = await change(known)
    expect(refused.status).toBe(400)
    expect(refused.body.details[0].message).toContain('data breach')
    expect((await change('correct horse battery stable')).status).toBe(200)
  })
})
