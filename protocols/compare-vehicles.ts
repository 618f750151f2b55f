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
  ...['type', 'index', 'status', 'data', 'version', 'password', 'params'],
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
  ibutton: ({ attributes }) => attributes.driverId,
  adc: ({ attributes }, fix) => (fix.adc as number[]).map((_, index) => attributes[`analog${index + 1}`]),
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

export function bitsOf(states: boolean[] | undefined): number | undefined {
  return states?.reduce((bits, on, index) => bits | (Number(on) << index), 0)
}
