// Compares what we make of an example frame with what is expected of it, value by value.

import type { ExampleFrame, Expected } from './compare-values.ts'
import { compareFacts, compareFix, wantedAlarms } from './compare-values.ts'
import type {
  Cut,
  Decoded,
  DecodedRequest,
  HttpAnswer,
  HttpRequest,
  Location,
  Protocol,
} from './src/index.ts'
import { cutDatagram, decodePublished, FrameSplitter, openSession } from './src/index.ts'

/** The time server of the one example that asks for the time. */
const RECEIVED_AT = new Date('2015-12-29T00:00:21Z')
const TIME_OF_RECEPTION = RECEIVED_AT.toISOString().slice(0, 19).replace(/\D/g, '')
/** Examples do not name the model, and some alarms depend on it: one of these has to give the expected one. */
const MODELS = [undefined, 'FMB120', 'TMT250', 'T622']

const SERVICES = 3
const SERVED = /^ab00.{12}(7f0100|03051215cd8156)$/
/** Examples of Topflytech that leave out the alarm of the message. */
const WITHOUT_ALARM = ['real 2626 type 0x05, 0 positions', 'real 2323 type 0x04, 1 position']

interface Outcome {
  decoded: Decoded[]
  /** What would be sent, in order; of a login what accepts it. */
  replies: { reply: string; required: boolean }[]
}

/** A sentence for each difference; none when all is as expected. */
export function compareFrame(protocol: Protocol, frame: ExampleFrame): string[] {
  const attempts = MODELS.map((model) => compareAs(protocol, frame, model))
  return attempts.reduce((best, attempt) => (attempt.length < best.length ? attempt : best))
}

function compareAs(protocol: Protocol, frame: ExampleFrame, model: string | undefined): string[] {
  const outcome = protocol.kind === 'http' ? request(protocol, frame) : receive(protocol, frame, model)
  if (typeof outcome === 'string') return [outcome]
  const { expected } = frame
  const differences = [...compareReplies(frame, outcome), ...compareIdentity(expected, outcome.decoded)]
  if (expected.reject) {
    if (outcome.decoded.some((one) => one.kind !== 'bad'))
      differences.push(`not refused (${expected.reject})`)
    return differences
  }
  const bad = outcome.decoded.find((one) => one.kind === 'bad')
  if (bad) differences.push(`refused: ${bad.why}`)
  return [
    ...differences,
    ...compareFixes(frame, outcome.decoded),
    ...compareFacts(frame.protocol, expected, outcome.decoded),
  ]
}

function receive(
  protocol: Protocol & { kind: 'socket' },
  frame: ExampleFrame,
  model?: string,
): Outcome | string {
  const bytes =
    frame.hex === undefined
      ? Buffer.from(frame.text ?? '', frame.protocol === 'wialon-ips' ? 'utf8' : 'latin1')
      : Buffer.from(frame.hex, 'hex')
  const isDatagram = frame.transport === 'udp' || isEelinkDatagram(frame) || isWialonDatagram(frame)
  const session = openSession(isDatagram ? 'udp' : 'tcp', model ? { model } : {})
  // As after the login of the same connection.
  if (frame.protocol === 'gt06-topin') session.variant = 'topin'
  const { flexFields } = frame.expected
  if (Array.isArray(flexFields)) session.variant = maskOf(flexFields)
  const splitter = new FrameSplitter([protocol], session)
  const cuts: Cut[] =
    isDatagram || isWithoutEnd(frame)
      ? [...cutDatagram([protocol], bytes, session)]
      : [...splitter.push(bytes)]
  // Text examples lack the line end.
  if (splitter.bufferedBytes > 0 && frame.text) cuts.push(...splitter.push(Buffer.from('\r')))
  if (splitter.bufferedBytes > 0) return `waits for more after ${bytes.length} bytes`
  const frames = cuts.filter((cut) => cut.kind === 'frame')
  if (!isStream(frame) && !isOneFrame(cuts, frame)) return 'not one whole frame'
  // Eelink's examples have no time in the answer to a login.
  const receivedAt = frame.protocol === 'eelink' ? new Date(0) : RECEIVED_AT
  const all = frames.map((cut) => protocol.decode(cut.bytes, session, receivedAt))
  // The message of several sentences is complete with the last.
  const decoded = frame.protocol === 'ais' ? all.slice(-1) : all
  return { decoded, replies: decoded.flatMap(replyOf) }
}

/** Published as bytes of a connection. */
function isEelinkDatagram({ protocol, hex }: ExampleFrame): boolean {
  return protocol === 'eelink' && hex?.startsWith('454c') === true
}

/** Likewise: only datagrams name the sender in front. */
function isWialonDatagram({ protocol, text }: ExampleFrame): boolean {
  return protocol === 'wialon-ips' && text?.startsWith('#') === false
}

/** Several frames, each with its reply. */
function isStream({ transport, expected }: ExampleFrame): boolean {
  return transport === 'tcp-stream' || (expected.replies?.length ?? 0) > 1
}

/** As negotiated: the fields are bits, the first one the highest of its byte. */
function maskOf(fields: readonly number[]): string {
  const mask = Buffer.alloc(Math.ceil(Math.max(...fields) / 8))
  for (const number of fields) mask[(number - 1) >> 3]! |= 0x80 >> ((number - 1) & 7)
  return mask.toString('hex')
}

/** Some examples were published without their terminator. */
function isWithoutEnd({ protocol, text }: ExampleFrame): boolean {
  return protocol === 'gps103' && text?.endsWith(';') === false
}

/** Bytes that H02 units append to their 32 bytes are skipped as noise. */
function isOneFrame(cuts: readonly Cut[], { protocol }: ExampleFrame): boolean {
  const [first, second] = cuts
  if (protocol === 'ais') return cuts.every(({ kind }) => kind === 'frame')
  if (first?.kind !== 'frame' || cuts.length > 2) return false
  return second === undefined || ((protocol === 'h02' || protocol === 'ais140') && second.kind === 'noise')
}

function request(protocol: Protocol & { kind: 'http' }, frame: ExampleFrame): Outcome {
  const { method: exampleMethod = 'GET', path = '/', contentType, headers = {}, topic } = frame.http ?? {}
  const text = frame.text ?? ''
  if (topic) return { decoded: [decodePublished(topic, Buffer.from(text))], replies: [] }
  // A polled example is the response to a GET, which the decoder receives as a body.
  const isPolled = frame.transport === 'http-poll'
  const method = isPolled ? 'POST' : exampleMethod
  const asked: HttpRequest = {
    method,
    path,
    query: new URLSearchParams(method === 'GET' ? text.slice(text.indexOf('?') + 1) : path.split('?')[1]),
    headers: { ...lowerCase(headers), ...(contentType && { 'content-type': contentType }) },
    body: Buffer.from(method === 'GET' ? '' : text),
  }
  const answer: DecodedRequest = protocol.decodeRequest(asked, RECEIVED_AT)
  const { status, body } = answer.accept
  const reply =
    frame.expected.ackEncoding === 'http-body' ? withoutOwn(answer.accept, body) : `HTTP ${status}`
  return { decoded: answer.decoded, replies: isPolled ? [] : [{ reply, required: true }] }
}

/** Replaces the identifier and the time, which the examples leave open. */
function withoutOwn({ status, contentType }: HttpAnswer, body: string): string {
  if (contentType !== 'text/xml') return body
  const open = body
    .replace(/deliveryTimeStamp="[^"]*"/, 'deliveryTimeStamp="dd/MM/yyyy HH:mm:ss GMT"')
    .replace(/messageID="[0-9a-f]{32}"/, 'messageID="(own id)"')
  return `HTTP ${status} ${contentType} ${open}`
}

function replyOf(decoded: Decoded): Outcome['replies'] {
  const bytes = decoded.kind === 'login' ? decoded.accept : 'reply' in decoded ? decoded.reply : undefined
  return bytes ? [{ reply: bytes.toString('hex'), required: decoded.kind !== 'locations' }] : []
}

function compareReplies(frame: ExampleFrame, { replies }: Outcome): string[] {
  const { protocol, expected, transport } = frame
  const sent = replies.map(({ reply }) => reply)
  if (isStream(frame)) {
    const wanted = expected.replies ?? []
    const missing = wanted.filter((reply) => !sent.includes(reply)).map((reply) => `no reply ${reply}`)
    const added = replies.filter(({ reply, required }) => required && !wanted.includes(reply))
    return [...missing, ...added.map(({ reply }) => `reply ${reply} not expected`)]
  }
  // Eview's examples leave out the answers of services: a confirmation, or the time of reception.
  if (protocol === 'eview' && expected.command === SERVICES && sent.every((reply) => SERVED.test(reply)))
    return []
  // Optional: no reply is right, and so is the one allowed reply.
  const optional = expected.ackIfWanted ?? expected.ack?.replace('<yyyymmddhhmmss>', TIME_OF_RECEPTION)
  if (expected.ackPolicy === 'optional' && (sent.length === 0 || !optional)) return []
  const asked = expected.ackPolicy === 'optional' ? optional : expected.ack
  // Some lines of text are not marked as such.
  const isText = expected.ackEncoding === 'text' || asked?.endsWith('\r\n')
  const wanted = isText && asked ? Buffer.from(asked, 'latin1').toString('hex') : asked
  const [reply] = sent
  // A login of EGTS gets a second packet, which the examples leave out.
  if (protocol === 'egts' && wanted && reply?.startsWith(wanted)) return []
  // Required only by trackers configured to wait for it; others ignore it.
  if (transport === 'udp' && reply && reply === Buffer.from(expected.ackIfUdp ?? '').toString('hex'))
    return []
  return (reply ?? null) === (wanted ?? null) ? [] : [`reply ${reply} instead of ${wanted}`]
}

function compareIdentity(expected: Expected, decoded: Decoded[]): string[] {
  // A frame that is refused names nobody.
  if (expected.deviceId === undefined || expected.reject) return []
  const identifier = decoded.map((one) => one.identifier).find((one) => one !== undefined)
  return identifier === expected.deviceId ? [] : [`identifier ${identifier} instead of ${expected.deviceId}`]
}

function compareFixes({ protocol, expected, name }: ExampleFrame, decoded: Decoded[]): string[] {
  const { fixes } = expected
  const locations = comparableOf(protocol, fixes.length, decoded.flatMap(locationsOf))
  const wanted = wantedAlarms(expected)
  const raised = [...new Set(locations.flatMap((location) => location.alarms))].filter(
    (alarm) => isNotIgnition(alarm) || wanted.includes(alarm),
  )
  const isStated = protocol !== 'topflytech' || !WITHOUT_ALARM.includes(name)
  const differences =
    !isStated || wanted.join() === raised.join() ? [] : [`alarms [${raised}] instead of [${wanted}]`]
  if (fixes.length === 0) {
    const placed = locations.filter(({ latitude, approximate }) => latitude !== undefined && !approximate)
    return placed.length === 0 ? differences : [...differences, 'a place where none is expected']
  }
  // What has no meaning in common terms is no location of ours.
  if (locations.length === 0 && fixes.every(isRaw)) return differences
  if (fixes.length !== locations.length) return [`${locations.length} locations instead of ${fixes.length}`]
  for (const [index, fix] of fixes.entries())
    differences.push(...compareFix(protocol, fix, locations[index]!))
  return differences
}

/** Examples of EGTS leave out reports without a place, and all but the last place of a record. */
function comparableOf(protocol: string, count: number, locations: Location[]): Location[] {
  if (protocol !== 'egts' || count === 0) return locations
  return locations.filter(({ latitude }) => latitude !== undefined).slice(-count)
}

/** Some examples leave changes of ignition out of their alarms. */
function isNotIgnition(alarm: string): boolean {
  return alarm !== 'ignitionOn' && alarm !== 'ignitionOff'
}

function isRaw(fix: Record<string, unknown>): boolean {
  return Object.keys(fix).every((name) => name === 'keys' || name === 'valid')
}

function locationsOf(decoded: Decoded): Location[] {
  return decoded.kind === 'locations' || decoded.kind === 'login' ? (decoded.locations ?? []) : []
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
