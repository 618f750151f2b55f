import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchiveThread } from './archive-worker.ts'
import { createArchiveThread } from './archive-worker.ts'
import type { GroupOfFile } from './archive-worker.types.ts'
import { partOf } from './archived-rows.ts'
import { openFileSource } from './file-source.ts'
import { createArchiveFile } from './file-writer.ts'
import type { RowsWanted } from './select-rows.ts'
import { makeDevice, toColumns, toPlain } from './testing/arbitrary-rows.ts'
import { fromElements } from './testing/binary-rows.ts'

const rows = [...makeDevice(1, 3_000), ...makeDevice(2, 12_000)]
const ofDevice2 = rows.slice(3_000)
const wanted: RowsWanted = {
  accountId: 1,
  deviceNumber: 2,
  fromMs: Number.NEGATIVE_INFINITY,
  toMs: Number.POSITIVE_INFINITY,
  isDescending: false,
  after: undefined,
  limit: 1_000,
}
let folder: string
let thread: ArchiveThread
let source: Awaited<ReturnType<typeof openFileSource>>
let groups: GroupOfFile[]
let fetched: number[] = []
const ongoing = new AbortController().signal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-worker-'))
  const path = join(folder, 'part.parquet')
  const file = await createArchiveFile(path)
  await file.write(toColumns(rows))
  const written = await file.finish()
  groups = written.groups.map((group) => ({ file: 'part.parquet', group }))
  source = await openFileSource(path)
  thread = createArchiveThread()
})
afterAll(async () => {
  thread.stop()
  await source.close()
  await rm(folder, { recursive: true })
})

async function fetchGroup({ group }: GroupOfFile): Promise<Uint8Array> {
  fetched.push(group.offset)
  return source.read(group.offset, group.bytes)
}

async function select(given: GroupOfFile[], selection: RowsWanted) {
  fetched = []
  const { columns, fromMs, untilMs } = await thread.select(given, selection, fetchGroup, ongoing)
  return { rows: fromElements(columns), fromMs, untilMs }
}

test('selects rows of several groups, and remembers the groups', async () => {
  const selection = { ...wanted, limit: 9_000 }
  const first = await select(groups, selection)
  expect(first.rows).toEqual(ofDevice2.slice(0, 9_000))
  expect([first.fromMs, first.untilMs]).toEqual([ofDevice2[0]!.fixedAtMs, ofDevice2[8_999]!.fixedAtMs])
  expect(fetched).toEqual(groups.map(({ group }) => group.offset))
  expect((await select(groups, selection)).rows).toEqual(first.rows)
  expect(fetched).toEqual([])
})

test('reads page after page in both directions', async () => {
  for (const isDescending of [false, true]) {
    const read: unknown[] = []
    let after: RowsWanted['after']
    for (;;) {
      const given = isDescending ? groups.toReversed() : groups
      const page = (await select(given, { ...wanted, isDescending, after, limit: 2_500 })).rows
      if (page.length === 0) break
      read.push(...page)
      after = page.at(-1)!
    }
    expect(read).toEqual(isDescending ? ofDevice2.toReversed() : ofDevice2)
  }
})

test('fetches no more groups than the limit can need', async () => {
  const renamed = groups.map(({ group }) => ({ file: 'another.parquet', group }))
  await select(renamed.slice(1), { ...wanted, limit: 100 })
  expect(fetched).toEqual([groups[1]!.group.offset])
})

test('nothing is selected from no groups', async () => {
  expect(await select([], wanted)).toEqual({ rows: [], fromMs: Infinity, untilMs: -Infinity })
})

test('damaged bytes are an error, and are not remembered', async () => {
  const [group] = groups.map((one) => ({ ...one, file: 'damaged.parquet' })) as [GroupOfFile]
  const damage = async () => {
    const bytes = Uint8Array.from(await fetchGroup(group))
    bytes[100]! ^= 1
    return bytes
  }
  await expect(thread.select([group], wanted, damage, ongoing)).rejects.toThrow(
    expect.objectContaining({ name: 'DamagedFileError' }),
  )
  expect((await select([group], { ...wanted, deviceNumber: 1 })).rows).toEqual(rows.slice(0, 1_000))
})

test('an aborted request ends, and so does one whose bytes do not come', async () => {
  await expect(thread.select(groups, wanted, fetchGroup, AbortSignal.abort())).rejects.toMatchObject({
    cause: 'the client is gone',
  })
  const unknown = groups.map(({ group }) => ({ file: 'unknown.parquet', group }))
  const missing = () => Promise.reject(new Error('the store is away'))
  await expect(thread.select(unknown, wanted, missing, ongoing)).rejects.toThrow('the store is away')
})

test('a thread that is stopped in the middle fails its requests, and the next request starts another', async () => {
  const selecting = expect(thread.select(groups, wanted, fetchGroup, ongoing)).rejects.toMatchObject({
    cause: 'the archive thread ended',
  })
  await Promise.resolve()
  thread.stop()
  await selecting
  expect((await select(groups, wanted)).rows).toEqual(toPlain(partOf(toColumns(ofDevice2), 0, 1_000)))
})
