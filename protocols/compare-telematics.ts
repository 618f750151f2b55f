// Where the expected values of examples of CalAmp, ATrack and AIS-140 are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { attributesOf } from './compare-readings.ts'
import { bitsOf } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

/** Examples take last known coordinates for valid; for us they are not. */
const LAST_KNOWN = 0x04
const INVALID = 0x08

export const calamp: Readings = {
  wireOnly: ['idType', 'service', 'messageType', 'sequence', 'append'],
  fixValues: {
    valid: ({ valid }, { fixStatus }) =>
      valid || (Number.parseInt(String(fixStatus), 16) & (LAST_KNOWN | INVALID)) === LAST_KNOWN,
    // Only an older fix is reported.
    fixTime: (location, { time, fixTime }) =>
      location.attributes.fixAgeS === undefined && (isEpoch(fixTime) || String(fixTime) > String(time))
        ? fixTime
        : fixTimeOf(location),
    fixStatus: ({ attributes }) => hexOf(attributes.fixStatus),
    carrier: ({ attributes }) => attributes.operator ?? 0,
    rssi: ({ attributes }) => attributes.rssiDbm,
    commState: ({ attributes }) => hexOf(attributes.commState),
    hdop: ({ hdop }) => hdop ?? 0,
    inputs: ({ ignition, inputs }) => bitsOf([ignition!, ...inputs!]),
    unitStatus: ({ attributes }) => hexOf(attributes.unitStatus),
    eventIndex: ({ attributes }) => attributes.eventIndex,
    eventCode: ({ attributes }) => attributes.event,
    accumulators: ({ attributes }) =>
      Object.keys(attributes)
        .filter((name) => name.startsWith('accumulator'))
        .map((name) => attributes[name]),
    userData: ({ attributes }, { userData }) =>
      attributes.userData === String(userData).trim() ? userData : attributes.userData,
  },
  facts: {},
}

export const atrack: Readings = {
  wireOnly: ['type', 'index', 'checksum', 'rtcTime', 'sendTime'],
  fixValues: {
    time: (location, { time }) => (isEpoch(time) ? time : fixTimeOf(location)),
    valid: ({ valid, attributes }) => valid || attributes.fixAgeS !== undefined,
    report: ({ attributes }) => attributes.event,
    mileageKm: ({ mileageKm }) => mileageKm,
    hdop: ({ hdop }) => hdop ?? 0,
    inputs: ({ inputs }) => bitsOf(inputs),
    outputs: ({ outputs }) => bitsOf(outputs),
    // In volts, or as text in millivolts.
    adc: ({ attributes }, { adc }) => Number(attributes.analog1Mv ?? 0) / (Number.isInteger(adc) ? 1 : 1000),
    driver: ({ attributes }) => attributes.driverId ?? '',
    temperatureC: ({ temperatureC }) => temperatureC ?? 200,
    temperature2C: ({ temperature2C }) => temperature2C ?? 200,
    text: ({ attributes }) => attributes.text ?? '',
  },
  facts: {},
}

export const ais140: Readings = {
  wireOnly: ['header', 'kind'],
  fixValues: {
    pdop: ({ attributes }) => attributes.pdop,
    hdop: ({ hdop }) => hdop ?? 0,
    operator: ({ attributes }) => attributes.operator ?? 'NOSERV',
    mainPower: ({ attributes }) => attributes.mainPower,
    powerV: ({ powerV }) => powerV,
    batteryV: ({ batteryV }) => batteryV,
    emergency: ({ attributes }) => attributes.emergency,
    tamper: ({ attributes: { tampered } }) => (tampered === undefined ? '' : tampered ? 'O' : 'C'),
  },
  facts: {
    packetType: (decoded) => attributesOf(decoded).report,
    alertId: (decoded) => attributesOf(decoded).alarmCode,
    buffered: (decoded) => attributesOf(decoded).buffered ?? false,
    stored: (decoded) => attributesOf(decoded).buffered ?? false,
    // Placeholders are no number plate.
    vehicle: (decoded, wanted) => attributesOf(decoded).plate ?? (wanted === 'N.A' ? wanted : ''),
  },
}

function isEpoch(time: unknown): boolean {
  return String(time).startsWith('1970')
}

function hexOf(value: unknown): string {
  return Number(value ?? 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0')
}

function fixTimeOf({ fixedAt, attributes }: Location): string | undefined {
  return fixedAt && new Date(fixedAt.getTime() - Number(attributes.fixAgeS ?? 0) * 1000).toISOString()
}
