// Where the expected values of AIS examples are in the decoded result: of each message, and of the positions again.
import type { Readings } from './compare-readings.ts'
import { statusOf } from './compare-readings.ts'
import type { Decoded, Location } from './src/index.ts'

type Values = Record<string, unknown>
type Reading = (location: Location, wanted: Values) => unknown

/** Numbers 9 to 15 are reserved, or of no use. */
const statuses = [
  ...['underWayUsingEngine', 'atAnchor', 'notUnderCommand', 'restrictedManoeuvrability'],
  ...['constrainedByDraught', 'moored', 'aground', 'fishing', 'underWaySailing'],
]

const same = (name: string) => (_location: Location, wanted: Values) => wanted[name]

/** Sizes are added up, and what means "unknown" is left out. */
const readings: Record<string, Reading> = {
  type: ({ attributes }) => attributes.messageType,
  mmsi: same('mmsi'),
  bits: same('bits'),
  part: same('part'),
  speedKn: same('speedKn'),
  etaMonth: ({ attributes }, { etaMonth, etaDay, etaHour, etaMinute }) => {
    const [month, day, hour, minute] = [etaMonth, etaDay, etaHour, etaMinute].map((value) =>
      String(value).padStart(2, '0'),
    )
    return attributes.expectedAt === `${month}-${day}T${hour}:${minute}` ? etaMonth : attributes.expectedAt
  },
  etaDay: same('etaDay'),
  etaHour: same('etaHour'),
  etaMinute: same('etaMinute'),
  dimBow: ({ attributes }, { dimBow, dimStern }) =>
    Number(attributes.lengthM) === Number(dimBow) + Number(dimStern) ? dimBow : attributes.lengthM,
  dimStern: same('dimStern'),
  dimPort: ({ attributes }, { dimPort, dimStarboard }) =>
    Number(attributes.beamM) === Number(dimPort) + Number(dimStarboard) ? dimPort : attributes.beamM,
  dimStarboard: same('dimStarboard'),
  valid: ({ valid }) => valid,
  // Rounded to five decimals in the examples.
  lat: ({ latitude }, { lat }) => (Math.abs(latitude! - Number(lat)) <= 5e-6 ? lat : latitude),
  lon: ({ longitude }, { lon }) => (Math.abs(longitude! - Number(lon)) <= 5e-6 ? lon : longitude),
  speedKph: ({ speedKmh }, { speedKph }) =>
    Math.abs(speedKmh! - Number(speedKph)) <= 1e-3 ? speedKph : speedKmh,
  course: ({ courseDeg }) => courseDeg,
  heading: ({ attributes }) => attributes.headingDeg,
  navStatus: ({ attributes }, { navStatus }) =>
    attributes.navigationStatus === statuses[Number(navStatus)] ? navStatus : attributes.navigationStatus,
  rot: ({ attributes }, { rot }) => (rot === -128 ? (attributes.turnDegMin ?? -128) : attributes.turnDegMin),
  utcSecond: ({ fixedAt }) => fixedAt?.getUTCSeconds() ?? 60,
  accurate: ({ attributes }) => attributes.precise,
  imo: ({ attributes }) => attributes.imoNumber,
  callsign: ({ attributes }) => attributes.callSign,
  name: ({ attributes }) => attributes.shipName,
  shipType: ({ attributes }) => attributes.shipType,
  draught: ({ attributes }) => attributes.draughtM,
  destination: ({ attributes }) => attributes.destination,
}

function messageOf(decoded: Decoded, wanted: unknown): unknown {
  const [message] = wanted as Values[]
  const location = statusOf(decoded)
  if (!location || !message) return undefined
  return [Object.fromEntries(Object.keys(message).map((name) => [name, readings[name]?.(location, message)]))]
}

export const ships: Readings = {
  // The time of reception shows in the time of the position.
  wireOnly: ['station', 'receivedAt', 'bits', 'mmsi', 'speedKn'],
  fixValues: readings,
  facts: { messages: messageOf },
}
