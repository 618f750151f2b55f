// Where the expected values of examples of JT/T 808, Ruptela, Wialon IPS, Watch and Galileosky are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { attributesOf, statusOf } from './compare-readings.ts'

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
  ...['alarmBits', 'statusBits', 'extras', 'software', 'replyId', 'buffered', 'model', 'result'],
  ...['maker', 'type', 'index', 'status', 'data'],
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
  hdop: ({ hdop }) => hdop,
  steps: ({ attributes }) => attributes.steps,
}

const facts: Readings['facts'] = {
  plate: (decoded) => attributesOf(decoded).plate ?? '',
  imei: (decoded) => attributesOf(decoded).imei,
  replySerial: (decoded) => (decoded.kind === 'answer' ? decoded.requestId : undefined),
  steps: (decoded) => attributesOf(decoded).steps,
  tumbles: (decoded) => attributesOf(decoded).tumbles,
  batteryPct: (decoded) => statusOf(decoded)?.batteryPct,
}

export const vehicles: Readings = { wireOnly, fixValues, facts }
