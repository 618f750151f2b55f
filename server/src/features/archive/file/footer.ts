// The footer of an archive file. Its checksum stands before it, between the row groups and the footer, where other
// readers do not look.

import { crc32 } from 'node:zlib'
import { parquetMetadata } from 'hyparquet'
import { archiveFormat } from './columns.ts'
import { DamagedFileError } from './damaged-file.ts'
import type { ArchivedGroup } from './written-file.types.ts'

export const formatKey = 'rastro.format'
/** Of the row groups, in hexadecimal digits. */
export const checksumsKey = 'rastro.checksums'
const digits = 8

export function checksumsOf(groups: Pick<ArchivedGroup, 'crc32'>[]): string {
  return groups.map((group) => group.crc32.toString(16).padStart(digits, '0')).join('')
}

export type GroupRange = Pick<ArchivedGroup, 'rows' | 'offset' | 'bytes' | 'crc32'>

/** `bytes` are those after the row groups: checksum, footer, its length and the magic number. */
export function readFooter(bytes: Uint8Array): GroupRange[] {
  const { buffer, byteOffset, byteLength } = bytes
  if (crc32(bytes.subarray(4)) !== new DataView(buffer, byteOffset, byteLength).getUint32(0, true)) {
    throw new DamagedFileError('the footer has another checksum')
  }
  const { row_groups: groups, key_value_metadata: settings } = parquetMetadata(bytes)
  const settingOf = (key: string) => settings?.find((setting) => setting.key === key)?.value ?? ''
  if (settingOf(formatKey) !== archiveFormat)
    throw new Error(`the archive format ${settingOf(formatKey)} is unknown`)
  const checksums = settingOf(checksumsKey)
  let offset = 4
  return groups.map(({ num_rows: rows, total_compressed_size: size }, index) => {
    const checksum = checksums.slice(index * digits, (index + 1) * digits)
    const range = { rows: Number(rows), offset, bytes: Number(size), crc32: Number.parseInt(checksum, 16) }
    offset += range.bytes
    return range
  })
}
