// A report as text. Layouts: @Track documents of GV300, GV300CAN, GV500, GL200 and GL300, which differ by model and
// firmware. So it is read from both ends: identifier, positions, the fields after them, and the number.
import { keepMileage } from '../measures.ts'
import type { Decoded, Heartbeat, Ignored, Location, Locations, Session } from '../protocol.types.ts'
import { alarmsOf } from './alarms.ts'
import { keepAssetBattery, layoutOf } from './layouts.ts'
import { instantOfDigits, numberOf, readPoints } from './points.ts'
import { keepSensors } from './sensors.ts'
import { keepState, keepStatus } from './status.ts'
import { hasOwnLayout, keepValues } from './values.ts'

const IMEI = /^\d{15}$/
/** CDMA units have a MEID. */
const IDENTIFIER = /^(?:\d{15}|[\dA-Fa-f]{14})$/
/** GV500MAP ends with the minute it was sent, without a count. */
const SENT_MINUTE = /^20\d{10}$/
/** The clock of the unit may be local: zones differ by quarters of an hour. */
const ZONE_STEP_MS = 900_000
const FRESH_MS = 60_000
const MAX_ZONE_MS = 14 * 3_600_000
const COUNT = /^[\dA-Fa-f]{4}$/
const STATUS = /^(?:[\dA-Fa-f]{4})?[\dA-Fa-f]{6}$/
const HOURS = /^\d{5,7}:\d\d:\d\d$/
const DISTANCE = /^\d+\.\d+$/
const TYPE = /^[\dA-Fa-f]{1,2}$/

export function decodeSentence(text: string, session: Session): Decoded {
  const fields = text.split(',')
  const [, kind, word] = /^\+(RESP|BUFF|ACK|NACK):(?:GT)?(.*)$/.exec(fields[0]!) ?? []
  // GT300 has no version before the IMEI.
  const imeiAt = IMEI.test(fields[1] ?? '') ? 1 : 2
  const identifier = fields[imeiAt]
  if (!kind || !identifier || !IDENTIFIER.test(identifier))
    return { kind: 'bad', why: 'sentence without an IMEI' }
  if (kind === 'NACK') return { kind: 'answer', identifier, text, refused: true }
  const count = fields.at(-1)!
  const hasCount = COUNT.test(count)
  if (fields.length < imeiAt + 3 || !(hasCount || SENT_MINUTE.test(count)))
    return { kind: 'bad', why: 'sentence without its end' }
  if (kind === 'ACK') return decodeAcknowledgement(fields, word!, identifier, text)
  // Send time and count are at the end.
  const end = fields.length - (hasCount ? 2 : 1)
  const report = decodeReport({ fields, word: word!, imeiAt, end, isBuffered: kind === 'BUFF' }, session)
  return { ...report, identifier, ...(hasCount && { reply: sack(count) }) }
}

interface Report {
  fields: string[]
  word: string
  imeiAt: number
  /** Of the send time. */
  end: number
  isBuffered: boolean
}

/** Only a heartbeat requires an answer. The serial of a command is repeated third from the end. */
function decodeAcknowledgement(fields: string[], word: string, identifier: string, text: string): Decoded {
  const count = fields.at(-1)!
  if (word === 'HBD') return { kind: 'heartbeat', identifier, reply: sack(`GTHBD,${fields[1]},${count}`) }
  const serial = fields.at(-3)!
  const requestId = COUNT.test(serial) ? { requestId: Number.parseInt(serial, 16) } : {}
  return { kind: 'answer', identifier, text, ...requestId }
}

/** Used if the tracker is configured to wait for it, and ignored otherwise. */
function sack(what: string): Buffer {
  return Buffer.from(`+SACK:${what}$`, 'latin1')
}

function decodeReport(report: Report, session: Session): Locations | Heartbeat | Ignored {
  const { fields, word, imeiAt, end, isBuffered } = report
  const layout = layoutOf(fields[imeiAt - 1]!)
  const points = readPoints(fields, imeiAt + 1, end, layout === 'vehicle')
  const last = points.at(-1)
  const head = fields.slice(imeiAt + 1, points[0]?.from ?? end)
  const locations = points.map((point) => point.location)
  // Values given once belong to the last position.
  const location: Location = last?.location ?? { valid: false, alarms: [], attributes: {} }
  location.attributes.report = word
  keepHead(location, word, head)
  keepValues(location, word, head)
  const tail = last ? fields.slice(last.end, end) : []
  if (layout !== 'vehicle') keepAssetBattery(location, layout, last ? tail : head)
  else if (last) keepTail(location, tail)
  keepSensors(location, word, head, tail)
  for (const one of locations) {
    if (isBuffered) one.attributes.buffered = true
    if (!one.valid && !ignitionWords.has(word) && isFresh(one, fields[end]!)) one.valid = true
  }
  if (!last && !hasValues(location, word)) return { kind: 'ignored', why: `report ${word} without a place` }
  if (isBuffered) location.attributes.buffered = true
  keepSendTime(location, fields[end]!, isBuffered, session)
  if (last) return { kind: 'locations', locations }
  if (location.alarms.length > 0) return { kind: 'locations', locations: [location] }
  return { kind: 'heartbeat', status: location }
}

function hasValues(location: Location, word: string): boolean {
  if (location.alarms.length > 0 || reportsOfStatus.has(word)) return true
  const names = [...Object.keys(location), ...Object.keys(location.attributes)]
  return names.some((name) => !everyReport.has(name))
}

const everyReport: ReadonlySet<string> = new Set(['valid', 'alarms', 'attributes', 'report', 'reportType'])

/** They have values even without a position. */
const reportsOfStatus: ReadonlySet<string> = new Set(['INF', 'CAN', 'GSM', 'WIF', 'VER', 'DTT', 'FRI'])

/**
 * The accuracy 0 means that the last known position is repeated. Many models send it with every report nevertheless,
 * so the time of the position decides: a repeated one is older than the report. Reports of the ignition do not wait for
 * the receiver, which has just been switched on or off.
 */
function isFresh({ latitude, fixedAt }: Location, sent: string): boolean {
  const sentAt = instantOfDigits(sent)
  if (latitude === undefined || !fixedAt || !sentAt) return false
  const apartMs = Math.abs(sentAt.getTime() - fixedAt.getTime())
  if (apartMs > MAX_ZONE_MS) return false
  const offMs = apartMs % ZONE_STEP_MS
  return offMs <= FRESH_MS || offMs >= ZONE_STEP_MS - FRESH_MS
}

/**
 * Nothing shows whether the send time is UTC. Without a time of the receiver it is used if the operator configured
 * the zone, or if the report was buffered: then it is closer than the time of reception.
 */
function keepSendTime(location: Location, digits: string, isOld: boolean, { settings }: Session): void {
  if (location.fixedAt || !(isOld || settings.utcOffsetMin !== undefined)) return
  const sentAt = instantOfDigits(digits)
  if (sentAt) location.fixedAt = new Date(sentAt.getTime() - (settings.utcOffsetMin ?? 0) * 60_000)
}

/** Name, then report-specific fields; in most reports supply, report type and the number of positions. */
function keepHead(location: Location, word: string, head: string[]): void {
  const state = head[1]
  const before = head.length > 1 ? head.at(-1)! : ''
  let typeDigit: string | undefined
  if (word === 'INF' || word === 'STT') keepState(location, state ?? '')
  else if (word === 'BPL') keepVolts(location, numberOf(before))
  else if (ignitionWords.has(word)) keepAttribute(location, 'durationS', numberOf(before))
  else if (!hasOwnLayout(word) && head.length >= 4 && TYPE.test(head.at(-2)!)) {
    const type = head.at(-2)!
    typeDigit = type.at(-1)
    // Two digits on vehicles, preceded by the supply; on asset trackers two fields of one digit.
    const isVehicle = type.length === 2
    location.attributes.reportType = isVehicle ? type : head.at(-3)! + type
    const millivolts = isVehicle ? numberOf(head.at(-3)!) : undefined
    if (millivolts !== undefined) location.powerV = millivolts / 1000
  }
  if (ignitionWords.has(word)) location.ignition = word === 'IGN' || word === 'VGN'
  location.alarms = alarmsOf(word, { typeDigit, state })
}

const ignitionWords: ReadonlySet<string> = new Set(['IGN', 'IGF', 'VGN', 'VGF'])

function keepTail(location: Location, tail: string[]): void {
  const hours = tail.find((field) => HOURS.test(field))
  if (hours) location.attributes.engineHours = hours
  const mileage = tail.slice(0, 2).find((field) => DISTANCE.test(field))
  if (mileage) keepMileage(location, Number(mileage))
  const status = tail[5]
  if (status && STATUS.test(status)) {
    keepAttribute(location, 'analog1Mv', numberOf(tail[2]!))
    keepAttribute(location, 'analog2Mv', numberOf(tail[3]!))
    keepBattery(location, tail[4]!)
    keepStatus(location, status)
    keepRest(location, tail.slice(6))
  } else if (tail.length <= 2) {
    if (!mileage) keepBattery(location, tail[0] ?? '')
  } else keepRest(location, tail)
}

function keepBattery(location: Location, field: string): void {
  const percent = numberOf(field)
  if (percent !== undefined && Number.isInteger(percent) && percent >= 0 && percent <= 100)
    location.batteryPct = percent
}

function keepVolts(location: Location, volts: number | undefined): void {
  if (volts !== undefined) location.batteryV = volts
}

function keepRest(location: Location, rest: string[]): void {
  if (rest.some((field) => field !== '')) location.attributes.rest = rest.join()
}

function keepAttribute(location: Location, name: string, value: number | undefined): void {
  if (value !== undefined) location.attributes[name] = value
}
