// Where the expected values of Queclink and Suntech examples are in the decoded result.
import type { Readings } from './compare-readings.ts'
import type { Attributes, Decoded, Location } from './src/index.ts'

/** Wire format only, or covered by other values. */
const wireOnly = [
  // Queclink
  ...[
    'class',
    'protocolVersion',
    'count',
    'header',
    'messageType',
    'mask',
    'deviceType',
    'firmware',
    'luhnOk',
  ],
  'io',
  ...['sendTimeRaw', 'sendTimeLocal', 'field4', 'tail', 'noFix', 'din', 'dout'],
  // Suntech
  ...['family', 'model', 'sw', 'hdr', 'rest', 'rxlvl', 'msgNum', 'reason', 'reason_or_mod', 'num_or_data'],
  ...['cell', 'mcc', 'mnc', 'lac', 'inputs', 'outputs'],
]

const fixValues: Readings['fixValues'] = {
  hdop: ({ hdop }) => hdop ?? 0,
  batteryV: ({ batteryV }) => batteryV,
  powerV: ({ powerV }) => powerV,
  hourMeterMin: ({ attributes }) => attributes.engineMinutes,
}

const facts: Readings['facts'] = {
  buffered: (decoded) => attributesOf(decoded).buffered ?? false,
  type: (decoded, wanted) => attributesOf(decoded).report ?? kindWords[decoded.kind]?.(wanted),
  reportType: (decoded, wanted) => String(attributesOf(decoded).reportType).slice(-String(wanted).length),
  reportIdType: (decoded) => attributesOf(decoded).reportType,
  durationS: (decoded, wanted) =>
    typeof wanted === 'string' ? String(attributesOf(decoded).durationS) : attributesOf(decoded).durationS,
  alertId: (decoded) => Number(attributesOf(decoded).code),
  altId: (decoded) => attributesOf(decoded).code,
  emgId: (decoded) => Number(attributesOf(decoded).code),
  mode: (decoded) => attributesOf(decoded).mode,
  modeOrId: (decoded) => Number(attributesOf(decoded).mode ?? attributesOf(decoded).code),
  mode_or_alert: (decoded) => Number(attributesOf(decoded).mode ?? attributesOf(decoded).code),
  driver: (decoded) => attributesOf(decoded).alertData,
  alertMod: (decoded) => attributesOf(decoded).modifier ?? '',
  alertData: (decoded) => attributesOf(decoded).alertData ?? '',
  result: (decoded, wanted) =>
    decoded.kind === 'answer' && decoded.text === (wanted as string[]).slice(1).join(';')
      ? wanted
      : undefined,
  batteryLevel: (decoded) => statusOf(decoded)?.batteryPct,
  satellites: (decoded) => statusOf(decoded)?.satellites,
  powerMv: (decoded) => (statusOf(decoded)?.powerV ?? 0) * 1000,
  analogMv: (decoded) => attributesOf(decoded).analog1Mv,
  motionStatus: (decoded) => attributesOf(decoded).state,
  odometerKm: (decoded) => (statusOf(decoded)?.mileageKm ?? 0).toFixed(1).replace('.', '+'),
}

/** Frames that are no report are named by what they are. */
const kindWords: Record<string, (wanted: unknown) => unknown> = {
  heartbeat: (wanted) => (wanted === 'HBD' || wanted === 'ALV' ? wanted : undefined),
  answer: (wanted) => (wanted === 'CMD' || wanted === 'RES' ? wanted : undefined),
}

export const sentences: Readings = { wireOnly, fixValues, facts }

function statusOf(decoded: Decoded): Location | undefined {
  if (decoded.kind === 'heartbeat') return decoded.status
  return decoded.kind === 'locations' ? decoded.locations.at(-1) : undefined
}

function attributesOf(decoded: Decoded): Attributes {
  return (decoded.kind === 'login' ? decoded.attributes : statusOf(decoded)?.attributes) ?? {}
}
