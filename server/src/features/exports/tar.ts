// Writes a tar archive (POSIX ustar) into a file, entry by entry. The size of an entry is known at its end only, so its
// header is written last. A file that was cut off continues after its last complete entry.

import type { FileHandle } from 'node:fs/promises'

const blockBytes = 512
/** The largest size that eleven octal digits can express. */
const maxOctalBytes = 8 ** 11 - 1

export interface TarWriter {
  /** The end of the last complete entry. */
  readonly end: number
  begin(name: string): void
  write(bytes: Uint8Array): Promise<void>
  /** Completes the entry. Returns its size. */
  finish(modifiedAt: Date): Promise<number>
  /** Completes the archive. Returns its size. */
  close(): Promise<number>
}

export function createTarWriter(file: Pick<FileHandle, 'write' | 'truncate'>, from: number): TarWriter {
  let end = from
  let name = ''
  let bytes = 0
  return {
    get end() {
      return end
    },
    begin(wanted) {
      name = wanted
      bytes = 0
    },
    async write(chunk) {
      await file.write(chunk, 0, chunk.length, end + blockBytes + bytes)
      bytes += chunk.length
    },
    async finish(modifiedAt) {
      const padding = (blockBytes - (bytes % blockBytes)) % blockBytes
      if (padding > 0) await file.write(Buffer.alloc(padding), 0, padding, end + blockBytes + bytes)
      const header = headerOf(name, bytes, modifiedAt)
      await file.write(header, 0, blockBytes, end)
      end += blockBytes + bytes + padding
      return bytes
    },
    async close() {
      await file.write(Buffer.alloc(2 * blockBytes), 0, 2 * blockBytes, end)
      await file.truncate(end + 2 * blockBytes)
      return end + 2 * blockBytes
    },
  }
}

function headerOf(name: string, bytes: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name of an entry is too long: ${name}`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (bytes <= maxOctalBytes) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    // GNU and POSIX readers accept large sizes in binary, marked by the first bit.
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  const seconds = Math.floor(modifiedAt.getTime() / 1_000)
  header.write(`${seconds.toString(8).padStart(11, '0')}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
