// Registration 0x0100 and authentication 0x0102. Both begin a connection; a unit that has a code skips the first.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Attributes, Decoded } from '../protocol.types.ts'
import type { Message } from './frame.ts'
import { sealFrame } from './frame.ts'

const ACCEPTED = 0
const NO_SUCH_TERMINAL = 4
/** Shorter is the edition of 2011, whose model has 8 characters instead of 20. */
const LEAST_2013_BYTES = 37

/** Accepted with a code, which the unit sends back from then on. Without one it never sends a position. */
export function decodeRegistration(message: Message, identifier: string): Decoded {
  const code = Buffer.from(message.number.toString('hex'), 'latin1')
  const accepted = new ByteWriter().uint16(message.serial).uint8(ACCEPTED).bytes(code).toBuffer()
  const refused = new ByteWriter().uint16(message.serial).uint8(NO_SUCH_TERMINAL).toBuffer()
  const attributes = readVehicle(message)
  return {
    kind: 'login',
    identifier,
    accept: sealFrame(0x8100, message, 0, accepted),
    refuse: { reply: sealFrame(0x8100, message, 0, refused), close: false },
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

/** Any code is accepted: the identifier is what counts. */
export function decodeAuthentication(
  message: Message,
  identifier: string,
  accept: Buffer,
  refusal: Buffer,
): Decoded {
  const login: Decoded = { kind: 'login', identifier, accept, refuse: { reply: refusal, close: false } }
  if (!message.is2019) return login
  const bytes = new ByteReader(message.body)
  bytes.skip(bytes.uint8())
  const imei = bytes.ascii(15)
  if (!bytes.overrun && /^\d{15}$/.test(imei)) login.attributes = { imei }
  return login
}

/** Province, city, maker, model, terminal, colour of the plate, and the plate. */
function readVehicle({ body, is2019 }: Message): Attributes {
  const bytes = new ByteReader(body)
  bytes.skip(4)
  bytes.skip(is2019 ? 11 : 5)
  const model = textOf(bytes.bytes(is2019 ? 30 : body.length < LEAST_2013_BYTES ? 8 : 20))
  bytes.skip(is2019 ? 30 : 7)
  bytes.skip(1)
  const plate = bytes.overrun ? '' : plateOf(bytes.bytes(bytes.remaining))
  return { ...(model && { model }), ...(plate && { plate }) }
}

function textOf(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
}

const gbk = new TextDecoder('gbk')

/** The province is a Chinese character. */
function plateOf(bytes: Buffer): string {
  return gbk
    .decode(bytes)
    .replace(/[\p{Cc}\ufffd]/gu, '')
    .trim()
}
