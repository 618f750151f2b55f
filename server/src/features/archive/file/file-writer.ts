// Writes archive files: Parquet, one row group after the other. Only the rows of a group or two are in memory.

import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { ColumnChunk } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { joinRows, partOf } from './archived-rows.ts'
import type { ArchivedRows } from './archived-rows.types.ts'
import { archiveFormat, archiveSchema } from './columns.ts'
import { encodeGroup } from './encode-group.ts'
import { createFileSummary } from './file-summary.ts'
import { checksumsKey, checksumsOf, formatKey } from './footer.ts'
import { groupEndOf, groupRows } from './group-borders.ts'
import type { ArchivedGroup, WrittenFile } from './written-file.types.ts'

export interface ArchiveFile {
  /** Any number of rows, in the order of the file. */
  write(rows: ArchivedRows): Promise<void>
  finish(): Promise<WrittenFile>
  /** Closes and deletes the file. */
  discard(): Promise<void>
}

export async function createArchiveFile(path: string): Promise<ArchiveFile> {
  const file = await open(path, 'w')
  const encoder = createEncoder()
  let waiting: ArchivedRows[] = []
  let waitingCount = 0

  async function writeGroups(rows: ArchivedRows, isLast: boolean): Promise<ArchivedRows> {
    let start = 0
    while (rows.count - start > groupRows) {
      const end = groupEndOf(rows, start)
      await append(file, encoder.encode(partOf(rows, start, end)))
      start = end
    }
    if (!isLast) return partOf(rows, start, rows.count)
    if (rows.count > start) await append(file, encoder.encode(partOf(rows, start, rows.count)))
    return joinRows([])
  }

  async function writeWaiting(isLast: boolean): Promise<void> {
    // Joined, they are a copy: the rows of the caller are not held.
    waiting = [await writeGroups(joinRows(waiting), isLast)]
    waitingCount = waiting[0]!.count
  }

  return {
    async write(rows) {
      waiting.push(rows)
      waitingCount += rows.count
      if (waitingCount > groupRows) await writeWaiting(false)
    },
    async finish() {
      await writeWaiting(true)
      const { bytes, written } = await encoder.finish()
      await append(file, bytes)
      await file.close()
      return written
    },
    async discard() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.appendFile(bytes)
}

interface Encoder {
  /** The next bytes of the file. */
  encode(rows: ArchivedRows): Uint8Array
  finish(): Promise<{ bytes: Uint8Array; written: WrittenFile }>
}

function createEncoder(): Encoder {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: archiveSchema, createdBy: 'rastro' })
  const groups: ArchivedGroup[] = []
  const summary = createFileSummary()

  /** The offset goes on, only the bytes are taken. */
  function takeBytes(): Uint8Array {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }

  return {
    encode(rows) {
      const firstRow = summary.rows()
      summary.add(rows)
      const magic = takeBytes()
      const offset = writer.offset
      addGroup(parquet, encodeGroup(writer, rows), rows.count)
      const bytes = takeBytes()
      const first = {
        accountId: rows.accountId[0]!,
        deviceNumber: rows.deviceNumber[0]!,
        fixedAtMs: rows.fixedAtMs[0]!,
      }
      groups.push({ firstRow, rows: rows.count, offset, bytes: bytes.length, crc32: crc32(bytes), ...first })
      return magic.length === 0 ? bytes : Buffer.concat([magic, bytes])
    },
    async finish() {
      const magic = takeBytes()
      parquet.kvMetadata = [
        { key: formatKey, value: archiveFormat },
        { key: checksumsKey, value: checksumsOf(groups) },
      ]
      const checksum = Buffer.alloc(4)
      await parquet.finish()
      const footer = takeBytes()
      checksum.writeUInt32LE(crc32(footer))
      const written: WrittenFile = {
        bytes: writer.offset + checksum.length,
        rows: summary.rows(),
        fingerprintSum: summary.fingerprintSum(),
        groups,
        devices: summary.devices(),
      }
      return { bytes: Buffer.concat([magic, checksum, footer]), written }
    },
  }
}

/** As the library does for groups that it encodes itself. */
function addGroup(parquet: ParquetWriter, columns: ColumnChunk[], rows: number): void {
  const sum = (size: 'total_compressed_size' | 'total_uncompressed_size') =>
    columns.reduce((total, { meta_data: column }) => total + column![size], 0n)
  parquet.num_rows += BigInt(rows)
  parquet.row_groups.push({
    columns,
    total_byte_size: sum('total_uncompressed_size'),
    num_rows: BigInt(rows),
    total_compressed_size: sum('total_compressed_size'),
  })
}
