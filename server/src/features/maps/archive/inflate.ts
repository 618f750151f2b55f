// Decompression with a limit: a few bytes can expand to gigabytes.

import { gunzipSync } from 'node:zlib'
import { damaged } from './damaged.ts'
import type { Compression } from './header.ts'

export function inflate(
  bytes: Uint8Array,
  compression: Compression,
  maxBytes: number,
  what: string,
): Uint8Array {
  if (compression === 'none') {
    if (bytes.length <= maxBytes) return bytes
    throw damaged(`${what} is larger than ${maxBytes} bytes`)
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw damaged(`${what} is larger than ${maxBytes} bytes`)
    }
    throw damaged(`${what} cannot be decompressed: ${(error as Error).message}`)
  }
}
