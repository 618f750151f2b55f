// Parses the header Range: one range of bytes, of limited size.

/** More is sent in parts: the answer names the bytes that it has. */
export const maxRangeBytes = 8_388_608

export type ByteRange = { first: number; last: number }

/** Undefined to send everything, 'unsatisfiable' for 416. */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || !/^bytes=/i.test(header)) return undefined
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header) ?? []
  if (from === '' && to === '') return 'unsatisfiable'
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const wanted = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (first > wanted || first >= sizeBytes) return 'unsatisfiable'
  return { first, last: Math.min(wanted, first + maxRangeBytes - 1) }
}
