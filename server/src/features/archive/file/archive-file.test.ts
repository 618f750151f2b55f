import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { readGroup, readKeys, readWholeFile } from './file-reader.ts'
import { openFileSource } from './file-source.ts'
import { createFileSummary } from './file-summary.ts'
import { createArchiveFile } from './file-writer.ts'
import { groupRows } from './group-borders.ts'
import type { RangeSource } from './range-source.types.ts'
import type { PlainRow } from './testing/arbitrary-rows.ts'
import { arbitraryRows, makeDevice, toColumns, toPlain } from './testing/arbitrary-rows.ts'
import type { WrittenFile } from './written-file.types.ts'

const runs = { numRuns: isFullLane ? 2_000 : 100, seed: laneSeed }
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-file-'))
  path = join(folder, 'part.parquet')
})
afterAll(() => rm(folder, { recursive: true }))

async function write(rows: PlainRow[], pieceRows = rows.length): Promise<WrittenFile> {
  const file = await createArchiveFile(path)
  try {
    // Some of the pieces have no nulls.
    for (let start = 0; start < rows.length; start += pieceRows) {
      await file.write(toColumns(rows.slice(start, start + pieceRows)))
    }
    return await file.finish()
  } catch (error) {
    await file.discard()
    throw error
  }
}

function sourceOf(bytes: Uint8Array): RangeSource {
  return {
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

async function readAll(source: RangeSource): Promise<PlainRow[]> {
  const rows: PlainRow[] = []
  for await (const group of readWholeFile(source)) rows.push(...toPlain(group))
  return rows
}

test('any rows are read as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryRows, fc.integer({ min: 1, max: 200 }), async (rows, pieceRows) => {
      const written = await write(rows, pieceRows)
      const source = sourceOf(await readFile(path))
      expect(written.bytes).toBe(source.bytes)
      expect(await readAll(source)).toEqual(rows)
      const groups = await Promise.all(written.groups.map((group) => readGroup(source, group)))
      expect(groups.flatMap(toPlain)).toEqual(rows)
    }),
    runs,
  )
})

test('a file without rows', async () => {
  const written = await write([])
  expect(written).toMatchObject({ rows: 0, fingerprintSum: 0n, groups: [], devices: [] })
  expect(await readAll(sourceOf(await readFile(path)))).toEqual([])
})

test.each([1, groupRows - 1, groupRows, groupRows + 1, 2 * groupRows, 2 * groupRows + 1])(
  '%i rows, in pieces of any size',
  async (count) => {
    const rows = makeDevice(7, count)
    const descriptions = [await write(rows), await write(rows, 1_000)]
    expect(descriptions[0]).toEqual(descriptions[1])
    const { groups } = descriptions[0]!
    expect(groups.length).toBe(Math.ceil(count / groupRows))
    expect(Math.max(...groups.map((group) => group.rows))).toBeLessThanOrEqual(groupRows)
    const source = await openFileSource(path)
    expect(await readAll(source)).toEqual(rows)
    await source.close()
  },
)

test('describes groups and devices', async () => {
  const rows = [...makeDevice(1, 3_000), ...makeDevice(2, 6_000), ...makeDevice(2, 10, 2)]
  const written = await write(rows)
  expect(
    written.groups.map(({ firstRow, rows: count, deviceNumber }) => [firstRow, count, deviceNumber]),
  ).toEqual([
    [0, 3_000, 1],
    [3_000, 4_096, 2],
    [7_096, 1_914, 2],
  ])
  const [first, second, third] = written.groups
  expect(first!.offset).toBe(4)
  expect(second!.offset).toBe(first!.offset + first!.bytes)
  expect(third).toMatchObject({ accountId: 1, fixedAtMs: rows[7_096]!.fixedAtMs })
  expect(written.devices.map((device) => [device.accountId, device.deviceNumber, device.firstRow])).toEqual([
    [1, 1, 0],
    [1, 2, 3_000],
    [2, 2, 9_000],
  ])
  expect(written.devices[1]).toMatchObject({
    rows: 6_000,
    firstFixedAtMs: rows[3_000]!.fixedAtMs,
    lastFixedAtMs: rows[8_999]!.fixedAtMs,
    fingerprintSum: BigInt(rows.slice(3_000, 9_000).reduce((sum, row) => sum + row.fingerprint, 0)),
  })
  expect(written.fingerprintSum).toBe(BigInt(rows.reduce((sum, row) => sum + row.fingerprint, 0)))
})

test('a device that would be cut begins a group, unless that left less than half a group', async () => {
  const sizesOf = ({ groups }: WrittenFile) => groups.map((group) => group.rows)
  const half = groupRows / 2
  const devices = (first: number) => [...makeDevice(1, first), ...makeDevice(2, 4_000)]
  expect(sizesOf(await write(devices(half)))).toEqual([half, 4_000])
  expect(sizesOf(await write(devices(half - 1)))).toEqual([groupRows, 4_000 + half - 1 - groupRows])
})

test('the rows of a file have the summary with which it was written', async () => {
  const written = await write([...makeDevice(1, 5_000), ...makeDevice(2, 5_000)])
  const summary = createFileSummary()
  for await (const rows of readWholeFile(sourceOf(await readFile(path)))) summary.add(rows)
  expect(summary.devices()).toEqual(written.devices)
  expect(summary.rows()).toBe(written.rows)
  expect(summary.fingerprintSum()).toBe(written.fingerprintSum)
  const ofKeys = createFileSummary()
  const source = sourceOf(await readFile(path))
  for await (const keys of readKeys(source, written.groups)) ofKeys.add(keys)
  expect(ofKeys.devices()).toEqual(written.devices)
})

test('keys are refused that are not of the file that was written', async () => {
  const drain = async (source: RangeSource, groups: WrittenFile['groups']) => {
    for await (const _ of readKeys(source, groups));
  }
  await write(makeDevice(1, 5_000))
  const former = await readFile(path)
  const { groups } = await write([...makeDevice(1, 4_999), ...makeDevice(2, 1)])
  const intact = await readFile(path)
  await drain(sourceOf(intact), groups)
  await expect(drain(sourceOf(former), groups)).rejects.toThrow('other row groups')
  await expect(drain(sourceOf(intact), groups.slice(1))).rejects.toThrow('other row groups')
  for (let at = 0; at < intact.length; at += 997) {
    const damaged = Buffer.from(intact)
    damaged[at]! ^= 1
    await expect(drain(sourceOf(damaged), groups), `byte ${at}`).rejects.toThrow(
      expect.objectContaining({ name: 'DamagedFileError' }),
    )
  }
})

test('other readers see the names, units and types of the API', async () => {
  const [row] = makeDevice(7, 1)
  await write([
    { ...row!, latitudeE7: -123_456_789, altitudeM: -5, speedTenthKmh: 123, courseTenthDeg: 3_599 },
  ])
  const bytes = await readFile(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const read = await parquetReadObjects({ file, compressors: { ZSTD: (part) => zstdDecompressSync(part) } })
  expect(read).toEqual([
    {
      account: 1,
      device: 7,
      dateTime: new Date(row!.fixedAtMs),
      receivedAt: new Date(row!.receivedAtMs),
      latitude: expect.closeTo(-12.345_678_9, 9),
      longitude: -11,
      altitude: -5,
      speedKmh: expect.closeTo(12.3, 9),
      course: expect.closeTo(359.9, 9),
      accuracy: null,
      satellites: 8,
      fingerprint: row!.fingerprint,
      more: null,
    },
  ])
  const { schema, row_groups: groups } = parquetMetadata(bytes)
  expect(schema.find(({ name }) => name === 'latitude')).toMatchObject({
    type: 'INT32',
    logical_type: { type: 'DECIMAL', precision: 10, scale: 7 },
  })
  expect(groups[0]!.columns[2]!.meta_data!.statistics).toMatchObject({ min_value: new Date(row!.fixedAtMs) })
})

test('refuses rows out of order, and rows that are there twice', async () => {
  const rows = makeDevice(7, 3)
  const [first, second, third] = rows as [PlainRow, PlainRow, PlainRow]
  for (const wrong of [
    [second, first, third],
    [first, second, second],
    [first, { ...second, accountId: 2 }, third],
    [first, { ...second, deviceNumber: 6 }],
  ]) {
    await expect(write(wrong)).rejects.toThrow('must be ordered')
  }
})

test('refuses times that are not whole milliseconds', async () => {
  await expect(write([{ ...makeDevice(7, 1)[0]!, fixedAtMs: 1.5 }])).rejects.toThrow(RangeError)
})

test('a discarded file is deleted', async () => {
  const file = await createArchiveFile(path)
  await file.write(toColumns(makeDevice(1, 5_000)))
  await file.discard()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('any changed byte is noticed, and so is a file that is cut off', async () => {
  const rows = makeDevice(7, 300)
  const written = await write(rows)
  const intact = await readFile(path)
  const step = isFullLane ? 1 : 37
  for (let at = 0; at < intact.length; at += at < 60 || at > intact.length - 60 ? 1 : step) {
    const damaged = Buffer.from(intact)
    damaged[at]! ^= 1 << (at % 8)
    await expect(readAll(sourceOf(damaged)), `byte ${at}`).rejects.toThrow(
      expect.objectContaining({ name: 'DamagedFileError' }),
    )
  }
  for (let length = 0; length < intact.length; length += step * 10) {
    await expect(readAll(sourceOf(intact.subarray(0, length))), `${length} bytes`).rejects.toThrow(
      expect.objectContaining({ name: 'DamagedFileError' }),
    )
  }
  const [group] = written.groups
  const elsewhere = sourceOf(intact)
  await expect(readGroup(elsewhere, { ...group!, offset: 5 })).rejects.toThrow('checksum')
  await expect(readGroup(elsewhere, { ...group!, rows: 299 })).rejects.toThrow('number of rows')
})
