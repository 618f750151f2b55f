// Cells and hotspots nearby, as lists in the attributes.
import type { Location } from '../protocol.types.ts'

const MAX_ITEMS = 20
const MAC_BYTES = 6

/** The country, the network, and of each cell its signal, area and number, in fields that grew with the networks. */
const cellForms = {
  short: { networkBytes: 1, cellBytes: 2 },
  long: { networkBytes: 1, cellBytes: 4 },
  longest: { networkBytes: 2, cellBytes: 4 },
} as const

export function keepCells(location: Location, value: Buffer, form: keyof typeof cellForms): boolean {
  const { networkBytes, cellBytes } = cellForms[form]
  const firstAt = 2 + networkBytes
  if (value.length < firstAt) return false
  const network = [value.readUInt16LE(0), value.readUIntLE(2, networkBytes)]
  const cells: string[] = []
  const size = 3 + cellBytes
  for (let at = firstAt; at + size <= value.length && cells.length < MAX_ITEMS; at += size) {
    const cell = value.readUIntLE(at + 3, cellBytes)
    cells.push([...network, value.readUInt16LE(at + 1), cell, value.readInt8(at)].join())
  }
  append(location, 'cells', cells)
  return true
}

/** The signal and the address of each, and in the newer form its name behind a length. */
export function keepHotspots(location: Location, value: Buffer, hasNames: boolean): boolean {
  const hotspots: string[] = []
  let at = 0
  while (at + 1 + MAC_BYTES <= value.length && hotspots.length < MAX_ITEMS) {
    hotspots.push(`${value.toString('hex', at + 1, at + 1 + MAC_BYTES)},${value.readInt8(at)}`)
    at += 1 + MAC_BYTES
    if (hasNames) at += 1 + (value[at] ?? 0)
  }
  append(location, 'wifi', hotspots)
  return true
}

function append(location: Location, name: 'cells' | 'wifi', items: string[]): void {
  if (items.length > 0) location.attributes[name] = items.join(';')
}
