// Where the expected values of H02, GPS103, TK103 and Meitrack examples are in the decoded result.
import type { Readings } from './compare-readings.ts'
import type { Attributes, Decoded, Location } from './src/index.ts'
import { plausibleTime } from './src/index.ts'

/** Wire format only: lengths, counts, and bytes whose meaning is compared instead. */
const wireOnly = [
  ...['message', 'batteryRaw', 'flags', 'frameLength', 'noFix', 'computedChecksum'],
  ...['version', 'recordLength', 'remaining', 'left', 'paramCount', 'paramsSeen', 'rest'],
]

const fixValues: Readings['fixValues'] = {
  // Examples show 0 for absent values.
  course: ({ courseDeg }, fix) => courseDeg ?? zeroOf(fix.course),
  hdop: ({ hdop }, fix) => hdop ?? zeroOf(fix.hdop),
  altitude: ({ altitudeM }) => altitudeM,
  status: ({ attributes }, fix) => inCaseOf(attributes.status, fix.status),
  // The decoder rounds the clock difference to a time zone.
  utcOffsetMinutes: ({ attributes }, fix) => {
    const offBy = Math.abs(Number(attributes.utcOffsetMin ?? Number.NaN) - Number(fix.utcOffsetMinutes))
    return offBy <= 2 ? fix.utcOffsetMinutes : attributes.utcOffsetMin
  },
  door: ({ attributes }) => attributes.doorOpen,
  ioState: ({ attributes }) => attributes.states,
  odometerHex: ({ attributes }) => attributes.odometer,
  timeAfterRollover: ({ fixedAt }, fix) => {
    const receivedAt = new Date(Date.parse(String(fix.timeAfterRollover)) + 60_000)
    return plausibleTime(fixedAt, receivedAt, { datesRollOver: true }).at.toISOString()
  },
  gsm: ({ attributes }) => attributes.gsmSignal,
  runtimeS: ({ attributes }) => attributes.runtimeS,
  inputs: ({ inputs }) => bitsOf(inputs),
  outputs: ({ outputs }) => bitsOf(outputs),
  eventCode: ({ attributes }) => attributes.event,
  batteryV: ({ batteryV }) => batteryV,
  powerV: ({ powerV }) => powerV,
}

const facts: Readings['facts'] = {
  keyword: (decoded, wanted) =>
    reportOf(decoded)?.attributes.event ?? (wanted === 'tracker' ? wanted : undefined),
  result: (decoded) => (decoded.kind === 'locations' ? decoded.answer?.text : undefined),
  batteryLevel: (decoded) => reportOf(decoded)?.batteryPct,
  satellites: (decoded) => reportOf(decoded)?.satellites,
  gsm: (decoded) => reportOf(decoded)?.attributes.gsmSignal,
  eventCode: (decoded) => reportOf(decoded)?.attributes.event,
  adcRaw: (decoded) => String(reportOf(decoded)?.attributes.analog).split('|'),
  cell: (decoded, wanted) => cellOf(reportOf(decoded)?.attributes ?? {}, String(wanted)),
  // The code of a report is wire format; that of a command or a response is content.
  command: (decoded, wanted) =>
    'text' in decoded && !decoded.text.startsWith(String(wanted)) ? decoded.text : wanted,
}

export const cellular: Readings = { wireOnly, fixValues, facts }

function reportOf(decoded: Decoded): Location | undefined {
  if (decoded.kind === 'heartbeat') return decoded.status
  return decoded.kind === 'locations' || decoded.kind === 'login' ? decoded.locations?.[0] : undefined
}

function zeroOf(wanted: unknown): number | undefined {
  return wanted === 0 ? 0 : undefined
}

function inCaseOf(found: unknown, wanted: unknown): unknown {
  return String(found).toLowerCase() === String(wanted).toLowerCase() ? wanted : found
}

function bitsOf(states: boolean[] | undefined): number | undefined {
  return states?.reduce((bits, on, index) => bits | (Number(on) << index), 0)
}

/** 724|2|98C9|0913660D: country and network in decimal, area and cell in hexadecimal with leading zeros. */
function cellOf({ mcc, mnc, lac, cellId }: Attributes, wanted: string): string {
  const [, , area = '', cell = ''] = wanted.split('|')
  const hex = (value: unknown, like: string) =>
    Number(value).toString(16).toUpperCase().padStart(like.length, '0')
  return [mcc, mnc, hex(lac, area), hex(cellId, cell)].join('|')
}
