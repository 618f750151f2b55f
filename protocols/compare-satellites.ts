// How the expected values of examples from satellites and phones are found in what we decoded.
import type { Readings } from './compare-readings.ts'
import { attributesOf, statusOf } from './compare-readings.ts'
import type { Decoded, Location } from './src/index.ts'

type Fix = Record<string, unknown>

const fixValues: Readings['fixValues'] = {
  trigger: ({ attributes }) => attributes.trigger,
  fixType: ({ attributes }) => attributes.fixType,
  eventCode: ({ attributes }) => attributes.eventCode,
}

const facts: Readings['facts'] = {
  type: (decoded, wanted) =>
    decoded.kind === 'ignored' ? wanted : attributesOf(decoded).region ? 'transition' : 'location',
  region: (decoded) => attributesOf(decoded).region,
  event: (decoded) => (decoded.kind === 'ignored' ? 'disconnected' : undefined),
  cdr: (decoded) => attributesOf(decoded).cdr,
  momsn: (decoded) => attributesOf(decoded).momsn,
  mtmsn: (decoded) => attributesOf(decoded).mtmsn,
  sessionStatus: (decoded) => attributesOf(decoded).sessionStatus,
  sessionTime: (decoded) => sessionTimeOf(decoded),
  payload: (decoded) => attributesOf(decoded).payload ?? '',
  payloadText: (decoded) => attributesOf(decoded).text ?? '',
  noPayload: (decoded) => attributesOf(decoded).payload === undefined,
  networkLocation: (decoded) => networkLocationOf(decoded),
  events: (decoded) =>
    decoded.kind === 'locations' && decoded.locations.map((one) => garminEventOf(decoded, one)),
  // What is ignored keeps no time.
  time: (decoded, wanted) => (decoded.kind === 'ignored' ? wanted : sessionTimeOf(decoded)),
  messages: (decoded, wanted) => messagesOf(decoded, wanted as Fix[]),
}

export const satellites: Readings = { wireOnly: [], fixValues, facts }

function sessionTimeOf(decoded: Decoded): unknown {
  return attributesOf(decoded).sessionTime ?? statusOf(decoded)?.fixedAt?.toISOString()
}

function networkLocationOf(decoded: Decoded): unknown {
  const { approximate, latitude: lat, longitude: lon, attributes } = statusOf(decoded) ?? {}
  return approximate ? { lat, lon, cepKm: attributes?.radiusKm } : null
}

function garminEventOf({ identifier }: Decoded, { fixedAt, alarms, attributes }: Location): unknown {
  const alarm = alarms.find((name) => name !== 'lowBattery')
  return {
    deviceId: identifier,
    messageCode: attributes.messageCode,
    time: fixedAt?.toISOString(),
    ...(alarm && { alarm }),
    ...(attributes.text && { text: attributes.text }),
    ...(alarms.includes('lowBattery') && { lowBattery: true }),
    ...(attributes.payload && { payload: attributes.payload }),
  }
}

function messagesOf(decoded: Decoded, wanted: Fix[]): unknown {
  const received = decoded.kind === 'locations' ? decoded.locations : [statusOf(decoded)!]
  return received.map((one, index) =>
    ('msgType' in wanted[index]! ? stuOf : spotOf)(decoded, one, wanted[index]!),
  )
}

function spotOf({ identifier }: Decoded, { attributes }: Location, wanted: Fix): unknown {
  const id = typeof wanted.id === 'number' ? Number(attributes.messageId) : attributes.messageId
  const named = 'esn' in wanted ? { esn: identifier } : {}
  return { id, ...named, messageType: attributes.messageType, battery: attributes.battery }
}

/** For types other than 0 the example shows meaningless bits. */
function stuOf({ identifier }: Decoded, location: Location, wanted: Fix): unknown {
  const { attributes, alarms, inputs } = location
  const common = {
    msgType: attributes.messageType,
    esn: identifier,
    payload: String(attributes.payload).toUpperCase(),
  }
  if (common.msgType !== 0) return { ...wanted, ...common }
  const bits = [
    attributes.input1Triggered,
    inputs?.[0] === false,
    attributes.input2Triggered,
    inputs?.[1] === false,
  ]
  const rounded = (degrees = 0) => Math.round(degrees * 1e5) / 1e5
  return {
    ...common,
    batteryReplace: alarms.includes('lowBattery'),
    valid: location.valid,
    gpsFailCount: attributes.gpsFailures,
    lat: rounded(location.latitude),
    lon: rounded(location.longitude),
    subType: attributes.subType,
    inputs: bits.reduce<number>((sum, bit, place) => sum + (bit ? 2 ** place : 0), 0),
    vibrationTriggered: alarms.includes('vibration'),
    vibrating: attributes.vibrating === true,
    fix2d: attributes.twoDimensional === true,
    motion: location.moving,
    lowConfidence: attributes.reducedAccuracy === true,
  }
}
