// How each expected value of the example frames is found in what we decoded.
import { cellular } from './compare-cellular.ts'
import { dialects } from './compare-dialects.ts'
import { negotiated } from './compare-negotiated.ts'
import { numbered } from './compare-numbered.ts'
import type { Readings } from './compare-readings.ts'
import { attributesOf, statusOf } from './compare-readings.ts'
import { relayed } from './compare-relayed.ts'
import { satellites } from './compare-satellites.ts'
import { sentences } from './compare-sentences.ts'
import { servers } from './compare-servers.ts'
import { ships } from './compare-ships.ts'
import { tagged } from './compare-tags.ts'
import { ais140, atrack, calamp } from './compare-telematics.ts'
import { trackers } from './compare-trackers.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Attributes, Decoded, Location } from './src/index.ts'

export interface ExampleFrame {
  protocol: string
  transport: string
  name: string
  hex?: string
  text?: string
  http?: {
    method?: string
    path?: string
    contentType?: string
    headers?: Record<string, string>
    topic?: string
  }
  expected: Expected
}

export interface Expected {
  deviceId?: string
  fixes: Fix[]
  alarm?: string
  alarms?: string[]
  ack: string | null
  ackIfWanted?: string
  ackIfUdp?: string
  ackEncoding?: string
  ackPolicy: string
  replies?: string[]
  reject?: string
  [fact: string]: unknown
}

type Fix = Record<string, unknown>

/** Families come before what is common to all. */
const families: Record<string, Readings> = {
  eelink: trackers,
  eview: trackers,
  gt06: dialects,
  'gt06-topin': dialects,
  jt808: vehicles,
  ruptela: numbered,
  topflytech: trackers,
  galileosky: tagged,
  navtelecom: negotiated,
  egts: relayed,
  'wialon-retranslator': relayed,
  watch: vehicles,
  'wialon-ips': vehicles,
  xexun2: trackers,
  ais: ships,
  ais140,
  atrack,
  calamp,
  h02: cellular,
  gps103: cellular,
  tk103: cellular,
  meitrack: cellular,
  queclink: sentences,
  suntech: sentences,
  owntracks: satellites,
  'iridium-directip': satellites,
  rockblock: satellites,
  'garmin-ipc-outbound': satellites,
  'spot-push': satellites,
  'spot-feed': satellites,
  'globalstar-stu': satellites,
  chirpstack: servers,
  'the-things-stack': servers,
  'traccar-forward': servers,
}

export function compareFix(protocol: string, fix: Fix, location: Location): string[] {
  const family = families[protocol]
  return Object.entries(fix).flatMap(([name, wanted]) => {
    if (wireOnly.has(name) || family?.wireOnly.includes(name)) return []
    if (name === 'io' && !family?.fixValues.io)
      return compareElements(wanted as Record<string, number | string>, location)
    if (name === 'cell') return compareCell(wanted as Record<string, number>, location.attributes)
    if (name === 'time' && isMidnightOfNoFix(fix, location)) return []
    const found = (family?.fixValues[name] ?? fixValues[name])?.(location, fix)
    // Globalstar's grid has steps of 1e-5 degrees, and its examples as many decimals.
    const placeTolerance = fix.timeIsReceptionTime ? 5.1e-6 : 1e-6
    return same(found, wanted, name === 'lat' || name === 'lon' ? placeTolerance : 1e-3)
      ? []
      : [`${name} ${show(found)} instead of ${show(wanted)}`]
  })
}

/**
 * Satellite examples name only the most important alarm. The alarm of each message is part of the message, or follows
 * from its type and battery.
 */
export function wantedAlarms({ alarm, alarms, dialect, events, fixes, messages }: Expected): string[] {
  const listed = (events ?? messages) as Fix[] | undefined
  const all = listed?.flatMap((one) => {
    const low = one.lowBattery || one.battery === 'LOW' || one.batteryReplace ? ['lowBattery'] : []
    const raised = one.alarm ?? (one.messageType === 'HELP' ? 'sos' : listed.length === 1 ? alarm : undefined)
    return [...(raised ? [String(raised)] : []), ...low]
  })
  // Topin has bits beside the position.
  const bits = dialect === 'topin' ? Number.parseInt(String(fixes[0]?.alarmBits ?? '0'), 16) : 0
  if (bits) return (['vibration', 'overspeed'] as const).filter((_, bit) => (bits >> bit) & 1)
  return alarms ?? (all ? [...new Set(all)] : alarm ? [alarm] : [])
}

/** Facts beside the fixes: of a login, a heartbeat, an answer. */
export function compareFacts(protocol: string, expected: Expected, decoded: Decoded[]): string[] {
  const family = families[protocol]
  const one = decoded[0]
  return Object.entries(expected).flatMap(([name, wanted]) => {
    if (compared.has(name) || wireOnly.has(name) || family?.wireOnly.includes(name)) return []
    const read = family?.facts[name] ?? facts[name]
    if (!one || !read) return [`${name} is not compared yet`]
    const found = read(one, wanted)
    return same(found, wanted) ? [] : [`${name} ${show(found)} instead of ${show(wanted)}`]
  })
}

const compared = new Set([
  ...['deviceId', 'fixes', 'alarm', 'alarms', 'reject', 'replies'],
  ...['ack', 'ackIfWanted', 'ackIfUdp', 'ackIfUdpUnverified', 'ackEncoding', 'ackPolicy'],
])

/** Wire format only: lengths, serials, codes whose meaning is compared instead. */
const wireOnly = new Set([
  ...['protocolNumber', 'serial', 'lbsLength', 'gpsInfoLength', 'courseStatus', 'languageByte', 'language'],
  ...[
    'codec',
    'count',
    'packetId',
    'avlPacketId',
    'packetType',
    'frames',
    'note',
    'infoType',
    'timingAdvance',
    'revision',
    'ieis',
    'tid',
    'timeIsReceptionTime',
    'correlationId',
  ],
])

const fixValues: Readings['fixValues'] = {
  time: ({ fixedAt }) => fixedAt?.toISOString(),
  lat: ({ latitude }, fix) => (isNowhere(fix) && latitude === undefined ? 0 : latitude),
  lon: ({ longitude }, fix) => (isNowhere(fix) && longitude === undefined ? 0 : longitude),
  speedKph: ({ speedKmh }) => speedKmh,
  course: ({ courseDeg }) => courseDeg,
  altitude: ({ altitudeM }) => altitudeM,
  satellites: ({ satellites }) => satellites,
  valid: ({ valid }) => valid,
  accuracyM: ({ accuracyM }) => accuracyM,
  batteryLevel: ({ batteryPct }) => batteryPct,
  charging: ({ attributes }) => attributes.charging,
  ignition: ({ ignition }) => ignition,
  odometerM: ({ mileageKm }) => mileageKm && mileageKm * 1000,
  priority: ({ attributes }) => attributes.priority ?? 0,
  eventIo: ({ attributes }) => attributes.event ?? 0,
  generationType: ({ attributes }) => attributes.generationType,
  uploadMode: ({ attributes }) => attributes.uploadMode,
  buffered: ({ attributes }) => attributes.buffered,
}

const facts: Readings['facts'] = {
  typeCode: (decoded) => attributesOf(decoded).model,
  dialect: (decoded, wanted) =>
    String(wanted).startsWith(String(attributesOf(decoded).dialect)) ? wanted : undefined,
  tzMinutes: (decoded) => (decoded.kind === 'login' ? decoded.utcOffsetMin : undefined),
  terminalInfo: (decoded, wanted) => terminalInfoOf(decoded, wanted as Record<string, unknown>),
  voltageLevel: (decoded) => Math.round(((statusOf(decoded)?.batteryPct ?? 0) * 6) / 100),
  powerV: (decoded) => statusOf(decoded)?.powerV,
  gsmLevel: (decoded) => attributesOf(decoded).gsmLevel,
  alarmCode: (decoded) =>
    `0x${Number(attributesOf(decoded).alarmCode ?? 0)
      .toString(16)
      .toUpperCase()
      .padStart(2, '0')}`,
  fence: (decoded) => attributesOf(decoded).fence ?? 255,
  imei: (decoded) => attributesOf(decoded).imei,
  imsi: (decoded) => attributesOf(decoded).imsi,
  iccid: (decoded) => attributesOf(decoded).iccid,
  time: (decoded) => statusOf(decoded)?.fixedAt?.toISOString(),
  cells: (decoded) => cellsOf(attributesOf(decoded)),
  serverFlag: (decoded) =>
    'requestId' in decoded ? decoded.requestId?.toString(16).padStart(8, '0') : undefined,
  text: (decoded) => ('text' in decoded ? decoded.text : undefined),
  command: (decoded) => (decoded.kind === 'command' ? decoded.text : undefined),
  messages: (decoded) => [messageOf(decoded)],
}

/** What we say in our own words, back in the units of the wire. Everything else is kept as io<id>. */
const elements: Record<string, (location: Location) => unknown> = {
  1: ({ inputs }) => inputs && Number(inputs[0]),
  2: ({ inputs }) => inputs && Number(inputs[1]),
  3: ({ inputs }) => inputs && Number(inputs[2]),
  4: ({ inputs }) => inputs && Number(inputs[3]),
  16: ({ mileageKm }) => mileageKm && mileageKm * 1000,
  17: ({ attributes }) => Number(attributes.axisXMg) & 0xffff,
  18: ({ attributes }) => Number(attributes.axisYMg) & 0xffff,
  19: ({ attributes }) => Number(attributes.axisZMg) & 0xffff,
  21: ({ attributes }) => attributes.gsmLevel,
  36: ({ rpm }) => rpm,
  66: ({ powerV }) => powerV !== undefined && powerV * 1000,
  67: ({ batteryV }) => batteryV !== undefined && batteryV * 1000,
  72: ({ temperatureC }) => temperatureC !== undefined && (temperatureC * 10) >>> 0,
  113: ({ batteryPct }) => batteryPct,
  116: ({ attributes }) => Number(attributes.charging),
  181: ({ attributes }) => Number(attributes.pdop) * 10,
  182: ({ hdop }) => hdop !== undefined && hdop * 10,
  205: ({ attributes }) => attributes.cellId,
  206: ({ attributes }) => attributes.lac,
  239: ({ ignition }) => Number(ignition),
  240: ({ moving }) => Number(moving),
  241: ({ attributes }) => attributes.operator,
  256: ({ attributes }) => Buffer.from(String(attributes.vin)).toString('hex'),
  281: ({ attributes }) => Buffer.from(String(attributes.dtcs)).toString('hex'),
}

function compareElements(wanted: Record<string, number | string>, location: Location): string[] {
  return Object.entries(wanted).flatMap(([id, value]) => {
    const found = location.attributes[`io${id}`] ?? elements[id]?.(location)
    return same(found, value) ? [] : [`io ${id} is ${show(found)} instead of ${value}`]
  })
}

function compareCell(
  wanted: Record<string, number>,
  { mcc = 0, mnc = 0, lac = 0, cellId = 0 }: Attributes,
): string[] {
  const found = { mcc, mnc, lac, cid: cellId }
  return same(found, wanted) ? [] : [`cell ${show(found)} instead of ${show(wanted)}`]
}

/** The example shows the midnight on the wire; its notes declare it as no time. */
function isMidnightOfNoFix(fix: Fix, { fixedAt }: Location): boolean {
  return isNowhere(fix) && fixedAt === undefined && String(fix.time).endsWith('T00:00:00.000Z')
}

/** Examples show 0,0 as on the wire; a location then has no place. */
function isNowhere(fix: Fix): boolean {
  return fix.lat === 0 && fix.lon === 0 && fix.valid === false
}

function terminalInfoOf(decoded: Decoded, wanted: Record<string, unknown>): unknown {
  const { relayCut: outputCut, charging, armed } = attributesOf(decoded)
  const { raw, gpsOn, alarmBits } = wanted
  return { raw, outputCut, gpsOn, alarmBits, charging, ignition: statusOf(decoded)?.ignition, armed }
}

function cellsOf({ cells }: Attributes): unknown {
  return String(cells)
    .split(';')
    .map((cell) => {
      const [mcc, mnc, lac, cid, rssi] = cell.split(',').map(Number)
      return { mcc, mnc, lac, cid, rssi }
    })
}

function messageOf(decoded: Decoded): unknown {
  const type = decoded.kind === 'command' ? 5 : 6
  const text = 'text' in decoded ? decoded.text : undefined
  const time = decoded.kind === 'text' ? { time: decoded.sentAt?.toISOString() } : {}
  return { type, ...time, ...(decoded.identifier && { imei: decoded.identifier }), text }
}

/** Expected coordinates are rounded to 6 decimals, all else to 3. */
function same(found: unknown, wanted: unknown, tolerance = 1e-3): boolean {
  if (wanted === null) return found === undefined || found === null
  if (typeof wanted === 'number' && typeof found === 'number') return Math.abs(found - wanted) < tolerance
  if (typeof wanted !== 'object' || typeof found !== 'object' || !found) return show(found) === show(wanted)
  const [these, those] = [Object.entries(wanted as Fix), Object.keys(found)]
  return (
    these.length === those.length && these.every(([key, one]) => same((found as Fix)[key], one, tolerance))
  )
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
