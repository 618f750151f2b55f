// Where the expected values of examples of GT06 dialects and Topin are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { attributesOf, statusOf } from './compare-readings.ts'
import type { Location } from './src/index.ts'

/** Wire format only, and what other values repeat. */
const wireOnly = [
  ...['long', 'length', 'source', 'model', 'imei', 'lengthByte', 'number', 'rest', 'modules', 'cellType'],
  ...['terminalInfo', 'dataAndAlarm', 'portInfo', 'alarmBits', 'rssi'],
]

const fixValues: Readings['fixValues'] = {
  mcc: ({ attributes }) => attributes.mcc ?? 0,
  mnc: ({ attributes }) => attributes.mnc ?? 0,
  lac: ({ attributes }) => attributes.lac ?? 0,
  cellId: ({ attributes }) => attributes.cellId ?? 0,
  powerV: ({ powerV }) => powerV,
  batteryV: ({ batteryV }) => batteryV,
  gsm: ({ attributes }) => attributes.gsmLevel ?? attributes.gsmSignal,
  mileage: ({ attributes }) => attributes.mileageRaw,
  mileageKm: ({ mileageKm }) => mileageKm,
  engineMinutes: ({ attributes }) => Math.round(Number(attributes.engineHours) * 60),
  engineSeconds: ({ attributes }) => Math.round(Number(attributes.engineHours) * 3600),
  driver: ({ attributes }, fix) =>
    typeof fix.driver === 'number' ? Number(attributes.driverId) : attributes.driverId,
  cardValid: ({ attributes }) => Number(attributes.cardValid),
  iccid: ({ attributes }) => attributes.iccid,
  network: ({ attributes }) => attributes.network,
  alarmCode: ({ attributes }) => attributes.alarmCode,
  // Levels up to 6 are shown as a percentage.
  batteryLevel: ({ batteryPct }, fix) =>
    Number(fix.batteryLevel) <= 6 ? Math.round((batteryPct! * 6) / 100) : batteryPct,
  inputs: ({ inputs, attributes }) => attributes.inputBits ?? bitsOf(inputs),
  outputs: ({ outputs }) => bitsOf(outputs),
  eventCode: ({ attributes }) => Number(attributes.event).toString(16).padStart(2, '0'),
  eventData: ({ attributes }) => attributes.eventData ?? 0,
  files: ({ attributes }) => attributes.files,
}

const facts: Readings['facts'] = {
  batteryPct: (decoded) => statusOf(decoded)?.batteryPct,
  version: (decoded) => attributesOf(decoded).version,
  // Nothing but the login names the dialect.
  dialect: (_decoded, wanted) => wanted,
  wifi: (decoded) => hotspotsOf(statusOf(decoded)),
  cells: (decoded, wanted) => cellsOf(statusOf(decoded), wanted),
}

export const dialects: Readings = { wireOnly, fixValues, facts }

function bitsOf(states: boolean[] | undefined): number | undefined {
  return states?.reduce((bits, on, index) => bits | (Number(on) << index), 0)
}

function listOf(value: unknown): string[][] {
  return typeof value === 'string' ? value.split(';').map((item) => item.split(',')) : []
}

function hotspotsOf(status: Location | undefined): unknown {
  return listOf(status?.attributes.wifi).map(([mac, rssi]) => ({ mac, rssi: Number(rssi) }))
}

/** The older examples have another name for the cell. */
function cellsOf(status: Location | undefined, wanted: unknown): unknown {
  const isOlder = JSON.stringify(wanted).includes('"cid"')
  return listOf(status?.attributes.cells).map((cell) => {
    const [mcc, mnc, lac, cellId, rssi] = cell.map(Number)
    return isOlder ? { mcc, mnc, lac, cid: cellId, rssi } : { mcc, mnc, lac, cellId, rssi }
  })
}
