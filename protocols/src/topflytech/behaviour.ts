// 05 and 06 of units at the diagnostics socket: harsh driving, as the moments before and after it.

import type { AlarmName } from '../alarm-names.ts'
import { ByteReader } from '../byte-reader.ts'
import type { Location } from '../protocol.types.ts'
import { readPosition, readTime } from './fields.ts'

const RECORD_BYTES = 24
const MAX_RECORDS = 4
const UNKNOWN_16 = 0xffff

/** Other kinds raise no alarm. */
const byKind: Readonly<Record<number, AlarmName>> = { 4: 'harshBraking', 5: 'harshAcceleration' }

/** Undefined if there is not one moment. */
export function readBehaviour(content: Buffer): Location[] | undefined {
  const bytes = new ByteReader(content)
  const kind = bytes.uint8()
  const locations: Location[] = []
  while (bytes.remaining >= RECORD_BYTES && locations.length < MAX_RECORDS) {
    const location: Location = { valid: false, alarms: [], attributes: { behaviour: kind } }
    const fixedAt = readTime(bytes)
    if (fixedAt) location.fixedAt = fixedAt
    readPosition(location, bytes)
    const rpm = bytes.uint16()
    if (rpm !== UNKNOWN_16) location.rpm = rpm
    locations.push(location)
  }
  const alarm = byKind[kind]
  if (alarm && locations.length > 0) locations.at(-1)!.alarms = [alarm]
  return locations.length > 0 ? locations : undefined
}
