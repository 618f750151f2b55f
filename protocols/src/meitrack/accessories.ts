// Parameters of accessories: a tag connected by radio, batteries, and the picture that an event caused.
import type { Location } from '../protocol.types.ts'

type Spans = ReadonlyMap<number, { at: number; size: number }>

const PICTURE = 0xfe31
const TAG = 0xfe73
const BATTERIES = 0xfea8
const MAX_BATTERIES = 3
/** Version and the length of the name; then the address, battery, temperature and humidity. */
const TAG_HEAD_BYTES = 2
const TAG_TAIL_BYTES = 11

export function keepAccessories(location: Location, bytes: Buffer, spans: Spans): void {
  const picture = spans.get(PICTURE)
  if (picture && picture.size > 2)
    location.attributes.picture = bytes.toString('latin1', picture.at + 2, picture.at + picture.size)
  const tag = spans.get(TAG)
  if (tag) keepTag(location, bytes, tag.at, tag.size)
  const batteries = spans.get(BATTERIES)
  if (batteries) keepBatteries(location, bytes, batteries.at, batteries.size)
}

function keepTag({ attributes }: Location, bytes: Buffer, at: number, size: number): void {
  const nameBytes = size > TAG_HEAD_BYTES ? bytes[at + 1]! : 0
  const tailAt = at + TAG_HEAD_BYTES + nameBytes
  if (size < TAG_HEAD_BYTES + nameBytes + TAG_TAIL_BYTES) return
  attributes.tagName = bytes.toString('latin1', at + TAG_HEAD_BYTES, tailAt)
  attributes.tag = bytes.toString('hex', tailAt, tailAt + 6)
  attributes.tagBatteryPct = bytes[tailAt + 6]!
  attributes.tagTemperatureC = bytes.readInt16LE(tailAt + 7) / 256
  attributes.tagHumidityPct = bytes.readUInt16LE(tailAt + 9) / 256
}

/** A state and a percentage each; the state is 0 if there is none. */
function keepBatteries(location: Location, bytes: Buffer, at: number, size: number): void {
  for (let index = 0; index < MAX_BATTERIES && index * 2 + 1 < size; index++) {
    const percent = bytes[at + index * 2 + 1]!
    if (bytes[at + index * 2] === 0 || percent > 100) continue
    if (index === 0) location.batteryPct = percent
    else location.attributes[`battery${index + 1}Pct`] = percent
  }
}
