// 0x32 and 0x33 of AZ735, in long frames: position, cell, further cells and hotspots, each behind its length.
import type { ByteReader } from '../byte-reader.ts'
import type { Location } from '../protocol.types.ts'
import { keepPlace, keepRest, readCell, readInstant } from './gps.ts'

const GPS_BYTES = 12
const CELL_BYTES = 9
const FURTHER_CELL_BYTES = 6
const HOTSPOT_BYTES = 7

export function readBlocks(content: ByteReader): Location | undefined {
  const fixedAt = readInstant(content, 0)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  const gpsBytes = content.uint8()
  if (gpsBytes === GPS_BYTES) readPlace(content, location)
  else content.skip(gpsBytes)
  const cellBytes = content.uint8()
  if (cellBytes === CELL_BYTES && readCell(content, location, 'narrow')) {
    location.attributes.gsmLevel = content.uint8()
  } else if (cellBytes !== CELL_BYTES) content.skip(cellBytes)
  keepList(location, 'cells', listOf(content, FURTHER_CELL_BYTES, ofCell))
  keepList(location, 'wifi', listOf(content, HOTSPOT_BYTES, ofHotspot))
  return content.overrun ? undefined : keepRest(content, location)
}

function readPlace(content: ByteReader, location: Location): void {
  location.satellites = content.uint8() & 0x0f
  const [latitude, longitude] = [content.uint32(), content.uint32()]
  location.speedKmh = content.uint8()
  keepPlace(location, latitude, longitude, content.uint16())
}

function listOf(
  content: ByteReader,
  itemBytes: number,
  read: (content: ByteReader) => string | undefined,
): string[] {
  const items: string[] = []
  let left = content.uint8()
  for (; left >= itemBytes && !content.overrun; left -= itemBytes) {
    const item = read(content)
    if (item) items.push(item)
  }
  content.skip(left)
  return items
}

function ofCell(content: ByteReader): string | undefined {
  const [lac, cellId, signal] = [content.uint16(), content.uint24(), content.uint8()]
  return cellId > 0 ? `${lac},${cellId},${signal}` : undefined
}

function ofHotspot(content: ByteReader): string {
  return `${content.hex(6)},${content.uint8()}`
}

function keepList({ attributes }: Location, name: string, items: string[]): void {
  if (items.length > 0) attributes[name] = items.join(';')
}
