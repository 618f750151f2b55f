// A local file as a source of ranges.

import { open } from 'node:fs/promises'
import { DamagedFileError } from './damaged-file.ts'
import type { RangeSource } from './range-source.types.ts'

export async function openFileSource(path: string): Promise<RangeSource & { close(): Promise<void> }> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  return {
    bytes: size,
    async read(offset, bytes) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, offset)
      if (bytesRead !== bytes) throw new DamagedFileError('the file is too short')
      return buffer
    },
    close: () => file.close(),
  }
}
