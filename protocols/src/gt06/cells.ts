// Packets that list the cells and hotspots nearby. Another service may resolve them to coordinates.
import type { ByteReader } from '../byte-reader.ts'
import type { Location } from '../protocol.types.ts'
import { readGps, readInstant } from './gps.ts'

const USUAL_CELLS = 7

interface Shape {
  wide?: boolean
  withHotspots?: boolean
  /** The timing advance comes first, and the number of cells before them. */
  counted?: boolean
}

export function readCells(content: ByteReader, shape: Shape): Location | undefined {
  const fixedAt = readInstant(content, 0)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (shape.counted) content.skip(1)
  readCellList(content, location, shape)
  if (!shape.counted) content.skip(1) // timing advance
  if (shape.withHotspots) {
    const hotspots: string[] = []
    for (let left = content.uint8(); left > 0 && !content.overrun; left--) {
      hotspots.push(`${content.hex(6)},${content.uint8()}`)
    }
    if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
  }
  return content.overrun ? undefined : location
}

/** 0x1E: the cells follow a GPS block. */
export function readGpsAndCells(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (location) readCellList(content, location, {})
  return content.overrun ? undefined : location
}

/** 0xF3: hotspots without signal, each behind two bytes of unknown meaning. */
export function readHotspots(content: ByteReader): Location | undefined {
  const fixedAt = readInstant(content, 0)
  const hotspots: string[] = []
  for (let left = content.uint8(); left > 0 && !content.overrun; left--) {
    content.skip(2)
    hotspots.push(content.hex(6))
  }
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
  return content.overrun ? undefined : location
}

function readCellList(content: ByteReader, location: Location, { wide, counted }: Shape): void {
  const mcc = content.uint16()
  const mnc = mcc & 0x8000 ? content.uint16() : content.uint8()
  const cells: string[] = []
  const count = counted ? content.uint8() : USUAL_CELLS
  for (let left = count; left > 0 && !content.overrun; left--) {
    const lac = wide ? content.uint32() : content.uint16()
    const cellId = wide ? content.uint64() : content.uint24()
    const signal = content.uint8()
    if (cellId !== 0) cells.push(`${mcc & 0x7fff},${mnc},${lac},${cellId},${signal}`)
  }
  if (cells.length > 0) location.attributes.cells = cells.join(';')
}
