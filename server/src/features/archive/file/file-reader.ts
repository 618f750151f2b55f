// Reads archive files: single row groups by the manifest, or whole files by themselves.

import type { ArchivedRows } from './archived-rows.types.ts'
import { DamagedFileError } from './damaged-file.ts'
import type { RowKeys } from './decode-group.ts'
import { decodeGroup, decodeKeys } from './decode-group.ts'
import type { GroupRange } from './footer.ts'
import { readFooter } from './footer.ts'
import type { RangeSource } from './range-source.types.ts'

const magic = Buffer.from('PAR1')
/** Length of the footer and magic number. */
const tailBytes = 8
const checksumBytes = 4

/** Throws `DamagedFileError` unless the group is read as it was written. */
export async function readGroup(source: Pick<RangeSource, 'read'>, group: GroupRange): Promise<ArchivedRows> {
  return decodeGroup(await source.read(group.offset, group.bytes), group)
}

/**
 * The rows of each row group. Needs no manifest, and checks every byte of the file: throws `DamagedFileError` unless all are
 * as they were written.
 */
export async function* readWholeFile(source: RangeSource): AsyncGenerator<ArchivedRows> {
  for (const group of await readGroupRanges(source)) yield await readGroup(source, group)
}

/** As `readWholeFile`, of a file that was written a moment ago: its groups are those, where they were written. */
export async function* readKeys(source: RangeSource, written: GroupRange[]): AsyncGenerator<RowKeys> {
  const found = await readGroupRanges(source)
  const isSame =
    found.length === written.length &&
    found.every(({ offset, bytes, rows, crc32 }, index) => {
      const group = written[index]!
      return group.offset === offset && group.bytes === bytes && group.rows === rows && group.crc32 === crc32
    })
  if (!isSame) throw new DamagedFileError('the footer has other row groups')
  for (const group of written) yield decodeKeys(await source.read(group.offset, group.bytes), group)
}

async function readGroupRanges(source: RangeSource): Promise<GroupRange[]> {
  const footerAt = await findFooter(source)
  const groups = readFooter(await source.read(footerAt, source.bytes - footerAt))
  const last = groups.at(-1)
  const end = last ? last.offset + last.bytes : magic.length
  if (end !== footerAt) throw new DamagedFileError('the row groups do not fill the file')
  return groups
}

/** The offset of its checksum. */
async function findFooter(source: RangeSource): Promise<number> {
  if (source.bytes < magic.length + checksumBytes + tailBytes)
    throw new DamagedFileError('the file is too short')
  const head = await source.read(0, magic.length)
  const tail = Buffer.from(await source.read(source.bytes - tailBytes, tailBytes))
  if (!magic.equals(head) || !magic.equals(tail.subarray(4))) {
    throw new DamagedFileError('the file does not begin and end as Parquet does')
  }
  const footerAt = source.bytes - tailBytes - tail.readUInt32LE(0) - checksumBytes
  if (footerAt < magic.length) throw new DamagedFileError('the footer is longer than the file')
  return footerAt
}
