// The numbered fields of a FLEX record: which ones a record has is negotiated per connection, as a mask of bits.
// From an open implementation; the fields from 123 on as seen in published records.
const FLEX_1_AND_2 = [
  ...[4, 2, 4, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 2, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
  ...[1, 1, 4, 4, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 4, 2, 2, 2],
  ...[2, 2, 1, 1, 1, 2, 4, 2, 1, 8, 2, 1, 16, 4, 2, 4, 37, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3],
  ...[3, 3, 3, 3, 6, 12, 24, 48, 1, 1, 1, 1, 4, 4, 1, 4, 2, 6, 2, 6, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1],
]
const flex3: Readonly<Record<number, number>> = {
  ...{ 123: 1, 125: 1, 139: 1, 141: 2, 143: 2, 144: 1, 145: 1, 146: 3, 201: 2, 203: 4, 204: 5, 206: 4 },
}

export interface Layout {
  /** Numbers and sizes in bytes, in the order of the record. */
  fields: readonly (readonly [number: number, size: number])[]
  recordBytes: number
}

const MAX_LAYOUTS = 200
const layouts = new Map<string, Layout | number>()

/** Of a mask in hexadecimal. A number is that of a field whose size is unknown: records cannot be cut then. */
export function layoutOf(mask: string): Layout | number {
  const kept = layouts.get(mask)
  if (kept !== undefined) return kept
  const layout = readMask(Buffer.from(mask, 'hex'))
  if (layouts.size >= MAX_LAYOUTS) layouts.clear()
  layouts.set(mask, layout)
  return layout
}

/** Field 1 is the highest bit of the first byte. */
function readMask(mask: Buffer): Layout | number {
  const fields: [number: number, size: number][] = []
  for (let index = 0; index < mask.length * 8; index++) {
    if (((mask[index >> 3]! >> (7 - (index & 7))) & 1) === 0) continue
    const number = index + 1
    const size = FLEX_1_AND_2[index] ?? flex3[number]
    if (size === undefined) return number
    fields.push([number, size])
  }
  return { fields, recordBytes: fields.reduce((sum, [, size]) => sum + size, 0) }
}
