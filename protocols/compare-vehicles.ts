// Where the expected values of examples of JT/T 808, Ruptela, Wialon IPS, Watch and Galileosky are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { attributesOf, statusOf } from './compare-readings.ts'
import type { Location } from './src/index.ts'

/** Wire format only, and what other values repeat. */
const wireOnly = [
  ...[
    'messageId',
    'phone',
    'version2019',
    'province',
    'city',
    'maker',
    'terminalId',
    'plateColor',
    'authCode',
  ],
  ...['statusBits', 'software', 'replyId', 'model', 'result'],
  ...['type', 'index', 'status', 'data', 'version', 'password'],
]

const fixValues: Readings['fixValues'] = {
  mileageKm: ({ mileageKm }) => mileageKm,
  fuelL: ({ fuelL }) => fuelL,
  recorderSpeedKph: ({ attributes }) => attributes.vehicleSpeedKmh,
  gsm: ({ attributes }) => attributes.gsmSignal,
  satellites: ({ satellites }) => satellites,
  powerV: ({ powerV }) => powerV,
  batteryV: ({ batteryV }) => batteryV,
  batteryPct: ({ batteryPct }) => batteryPct,
  hdop: ({ hdop }, fix) => hdop ?? (fix.hdop === 0 ? 0 : undefined),
  steps: ({ attributes }) => attributes.steps,
  inputs: ({ inputs }) => bitsOf(inputs),
  outputs: ({ outputs }) => bitsOf(outputs),
  buffered: ({ attributes }) => attributes.buffered ?? false,
  alarmBits: ({ attributes }) =>
    Number(attributes.alarmBits ?? 0)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0'),
  extras: (location, fix) => extrasOf(location, fix.extras as Record<string, string>),
  params: (location, fix) => paramsOf(location, fix.params as Record<string, unknown>),
  ibutton: ({ attributes }) => attributes.driverId,
  adc: ({ attributes }, fix) => (fix.adc as number[]).map((_, index) => attributes[`analog${index + 1}`]),
}

const facts: Readings['facts'] = {
  buffered: (decoded) => attributesOf(decoded).buffered ?? false,
  plate: (decoded) => attributesOf(decoded).plate ?? '',
  imei: (decoded) => attributesOf(decoded).imei,
  replySerial: (decoded) => (decoded.kind === 'answer' ? decoded.requestId : undefined),
  steps: (decoded) => attributesOf(decoded).steps,
  tumbles: (decoded) => attributesOf(decoded).tumbles,
  batteryPct: (decoded) => statusOf(decoded)?.batteryPct,
}

export const vehicles: Readings = { wireOnly, fixValues, facts }

/** Extras of the standard have names of ours; those of makers are kept as they are. */
const namedExtras: ReadonlySet<string> = new Set(['01', '02', '03', '30', '31'])

function extrasOf({ attributes }: Location, wanted: Record<string, string>): unknown {
  return Object.fromEntries(
    Object.entries(wanted).map(([id, hex]) => {
      const found = String(attributes[`e${id.toLowerCase()}`])
      return [id, namedExtras.has(id) || found === hex.toLowerCase() ? hex : found]
    }),
  )
}

/** What has a name of ours, back in the names of the wire. */
const namedParams: Record<string, (location: Location) => unknown> = {
  pwr_ext: ({ powerV }) => powerV,
  SOS: ({ alarms }) => Number(alarms.includes('sos')),
}

function paramsOf(location: Location, wanted: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.keys(wanted).map((name) => [name, namedParams[name]?.(location) ?? location.attributes[name]]),
  )
}

export function bitsOf(states: boolean[] | undefined): number | undefined {
  return states?.reduce((bits, on, index) => bits | (Number(on) << index), 0)
}
