// Decodes a packet of EGTS (GOST 33472): of a terminal, or of a server that passes on many. Source: open implementations
// of the document and published packets.
import { ByteReader } from '../byte-reader.ts'
import { crc16CcittFalse } from '../checksums.ts'
import type { Bad, Decoded, Location, Locations, Session } from '../protocol.types.ts'
import { accepted, packetTypes, responseTo } from './packet.ts'
import type { EgtsRecord } from './records.ts'
import { readRecords, services } from './records.ts'
import { HEADER_BYTES, sizeOf } from './split.ts'
import { readLocations } from './telemetry.ts'

const TERMINAL = 1
/** Those that wait for a result. */
const authorisations: ReadonlySet<number> = new Set([TERMINAL, 5, 7])
/** Bits of the header. */
const ENCRYPTED_OR_COMPRESSED = 0x1c

export function decode(frame: Buffer, session: Session): Decoded {
  if (frame.length < HEADER_BYTES || frame.length < frame[3]! || frame.length !== sizeOf(frame))
    return bad('length does not match')
  const end = frame.length - 2
  const body = frame.subarray(frame[3]!, end)
  if (body.length > 0 && frame.readUInt16LE(end) !== crc16CcittFalse(body)) return bad('checksum')
  if (frame[9] !== packetTypes.data) return { kind: 'ignored', why: `packet of type ${frame[9]}` }
  if (frame[2]! & ENCRYPTED_OR_COMPRESSED) return bad('encrypted or compressed')
  const records = readRecords(body)
  if (!records || records.length === 0) return bad('records that cannot be read')
  return meaningOf(records, responseTo(frame.readUInt16LE(7), records), session)
}

function meaningOf(records: readonly EgtsRecord[], reply: Buffer, session: Session): Decoded {
  const asked = records
    .filter(({ service }) => service === services.authorisation)
    .flatMap(({ subrecords }) => subrecords.filter(({ type }) => authorisations.has(type)))
  const answer = asked.length > 0 ? Buffer.concat([reply, accepted()]) : reply
  const terminal = asked.find(({ type }) => type === TERMINAL)
  const identifier = terminal && identifierOf(terminal.content)
  if (identifier !== undefined) session.variant = String(terminal!.content.readUInt32LE(0))
  const [first, ...others] = byDevice(records, session)
  if (identifier !== undefined) {
    const locations = first && { locations: first.locations }
    return { kind: 'login', identifier, accept: answer, refuse: { close: true }, ...locations }
  }
  if (first) return { kind: 'locations', ...first, ...(others.length > 0 && { others }), reply: answer }
  return { kind: 'ignored', why: 'packet without a location', reply: answer }
}

type Reports = Pick<Locations, 'identifier' | 'locations'>
type NamedReports = NonNullable<Locations['others']>[number]

/** Those of the terminal that logged in come first. Its own number stands for its IMEI. */
function byDevice(
  records: readonly EgtsRecord[],
  { variant: terminal }: Session,
): [first?: Reports, ...others: NamedReports[]] {
  const own: Location[] = []
  const named = new Map<string, Location[]>()
  for (const record of records) {
    if (record.service !== services.telemetry) continue
    const identifier = String(record.objectId ?? 0)
    const isOwn = identifier === '0' || identifier === terminal
    const locations = isOwn ? own : (named.get(identifier) ?? [])
    locations.push(...readLocations(record))
    if (!isOwn && locations.length > 0) named.set(identifier, locations)
  }
  const others = [...named].map(([identifier, locations]) => ({ identifier, locations }))
  return own.length > 0 ? [{ locations: own }, ...others] : others
}

/** The IMEI, or the number of the terminal if it has none. */
function identifierOf(content: Buffer): string | undefined {
  const bytes = new ByteReader(content)
  const terminal = bytes.uint32LE()
  const flags = bytes.uint8()
  if (flags & 1) bytes.skip(2) // the home server
  const imei = flags & 2 ? bytes.ascii(15).replaceAll('\0', '') : ''
  if (bytes.overrun) return undefined
  if (/^\d{1,15}$/.test(imei) && !/^0+$/.test(imei)) return imei
  return terminal > 0 ? String(terminal) : undefined
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
