// Decodes a message. Source: Iridium's SBD developer guide 3.0, tables of the MO elements.
import { ByteReader } from '../byte-reader.ts'
import { keepPayload, readPayload } from '../iridium-payload.ts'
import { isPosition, roundTo } from '../measures.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { CONFIRMED, elementsOf, HEADER, LOCATION, PAYLOAD } from './elements.ts'

const FIRST_FAILURE = 10

export function decode(frame: Buffer, session: Session): Decoded {
  const elements = elementsOf(frame)
  if (!elements) return { kind: 'bad', why: 'lengths that do not add up', close: true }
  const contentOf = (id: number) => elements.find((element) => element.id === id)?.content
  const header = contentOf(HEADER.id)
  if (header?.length !== HEADER.bytes) return { kind: 'bad', why: 'no header', close: true }
  const bytes = new ByteReader(header)
  const cdr = bytes.uint32()
  const identifier = bytes.ascii(15)
  const sessionStatus = bytes.uint8()
  const momsn = bytes.uint16()
  const mtmsn = bytes.uint16()
  const sessionAt = new Date(bytes.uint32() * 1000)
  if (!/^\d{15}$/.test(identifier)) return { kind: 'bad', why: 'an IMEI that is none', close: true }

  const location: Location = {
    fixedAt: sessionAt,
    valid: false,
    alarms: [],
    attributes: { cdr, momsn, mtmsn, sessionStatus },
  }
  keepNetworkPosition(location, contentOf(LOCATION.id))
  const payload = contentOf(PAYLOAD.id)
  if (payload) {
    keepPayload(location, payload)
    readPayload(location, payload, session.settings.model)
  }
  // Without a payload it is a mailbox check, or a failed session.
  if (location.latitude === undefined && !payload) {
    return { kind: 'heartbeat', identifier, status: location, reply: CONFIRMED }
  }
  return { kind: 'locations', identifier, locations: [location], reply: CONFIRMED }
}

/** The network's estimate of the modem's position: an area, off by up to 100 km. */
function keepNetworkPosition(location: Location, content: Buffer | undefined): void {
  if (!content || content.length < LOCATION.bytes) return
  if (Number(location.attributes.sessionStatus) >= FIRST_FAILURE) return
  const bytes = new ByteReader(content)
  const flags = bytes.uint8()
  const latitude = degreesOf(bytes) * (flags & 2 ? -1 : 1)
  const longitude = degreesOf(bytes) * (flags & 1 ? -1 : 1)
  const radiusKm = bytes.uint32()
  // Only format 0 is defined.
  if ((flags & 0x0c) !== 0 || bytes.overrun || !isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = true
  location.approximate = true
  location.accuracyM = radiusKm * 1000
  // The database stores no accuracy beyond 32 km.
  location.attributes.radiusKm = radiusKm
}

function degreesOf(bytes: ByteReader): number {
  const degrees = bytes.uint8()
  const thousandths = bytes.uint16()
  return thousandths < 60_000 ? roundTo(degrees + thousandths / 60_000, 6) : Number.NaN
}
