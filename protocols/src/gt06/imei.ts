import type { ByteReader } from '../byte-reader.ts'

/** 16 digits, of which the first is padding. */
export function readImei(bytes: ByteReader): string | undefined {
  const digits = bytes.hex(8)
  return /^\d{16}$/.test(digits) ? digits.slice(1) : undefined
}
