// Any JSON, read by the mapping of its ingest key, as reports like those of a protocol.

import type { Decoded, DecodedRequest, HttpRequest, Location } from '@rastro/protocols'
import { isAlarmName } from '@rastro/protocols'
import { UnprocessableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { AuthenticatedKey } from '../ingest-keys/ingest-key.types.ts'
import type { MappedLocation, MappingInput, MappingResult } from '../ingest-keys/mapping.types.ts'
import type { Keyed } from './gateway.types.ts'

const kmhPerMetrePerSecond = 3.6

/** With the topic, if it was published to a broker. */
export type MappedRequest = HttpRequest & { topic?: string }

/** What cannot be read is answered with its faults, so that the log of the sender shows them. */
export async function decodeMapped(
  keyed: Keyed,
  request: MappedRequest,
  ingestKey: AuthenticatedKey,
): Promise<DecodedRequest> {
  const { locations, faults } = await evaluate(keyed, request, ingestKey)
  const answer = (status: number, isStored: boolean) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ success: isStored, locations: isStored ? locations.length : 0, faults }),
  })
  const bad: Decoded = { kind: 'bad', why: 'nothing that the mapping can read' }
  return {
    decoded: locations.length > 0 ? locations.map(toDecoded) : [bad],
    accept: faults.length > 0 && locations.length === 0 ? answer(422, false) : answer(200, true),
    refuse: answer(404, false),
  }
}

/** Notes on the key whether anything could be read. */
async function evaluate(
  { mappings, ingestKeys }: Keyed,
  request: MappedRequest,
  ingestKey: AuthenticatedKey,
): Promise<MappingResult> {
  const { accountId, mapping } = ingestKey
  if (!mapping) throw new Error('an ingest key without its mapping')
  try {
    const result = await mappings.evaluate(accountId, mapping, inputOf(request))
    const [fault] = result.faults
    if (result.locations.length > 0) ingestKeys.noteReadable(ingestKey)
    else if (fault) ingestKeys.noteUnreadable(ingestKey, fault)
    metrics.mappingPayloads.inc({ outcome: outcomeOf(result) })
    return result
  } catch (error) {
    const isTooSlow = error instanceof UnprocessableError
    if (isTooSlow) ingestKeys.noteUnreadable(ingestKey, { field: 'payload', message: error.message })
    metrics.mappingPayloads.inc({ outcome: isTooSlow ? 'too_slow' : 'not_evaluated' })
    throw error
  }
}

function outcomeOf({ locations, faults }: MappingResult): string {
  if (faults.length === 0) return 'read'
  return locations.length > 0 ? 'read_in_part' : 'unreadable'
}

function inputOf({ query, body, headers, topic = '' }: MappedRequest): MappingInput {
  return {
    topic,
    body: body.toString('utf8'),
    query: Object.fromEntries(query),
    isForm: headers['content-type']?.toLowerCase().includes('x-www-form-urlencoded') === true,
  }
}

function toDecoded(mapped: MappedLocation): Decoded {
  const { identifier, latitude, longitude, attributes = {}, alerts = [] } = mapped
  const hasPlace = latitude !== undefined && longitude !== undefined
  const location: Location = {
    valid: hasPlace && mapped.valid !== false,
    alarms: alerts.filter(isAlarmName),
    attributes,
    ...(hasPlace && { latitude, longitude }),
    ...(mapped.dateTime !== undefined && { fixedAt: new Date(mapped.dateTime) }),
    ...(mapped.speed !== undefined && { speedKmh: mapped.speed * kmhPerMetrePerSecond }),
  }
  for (const [name, field] of Object.entries(sameUnits)) {
    const value = mapped[name as keyof typeof sameUnits]
    if (value !== undefined) Object.assign(location, { [field]: value })
  }
  return { kind: 'locations', identifier, locations: [location] }
}

const sameUnits = {
  altitude: 'altitudeM',
  course: 'courseDeg',
  accuracy: 'accuracyM',
  satellites: 'satellites',
  hdop: 'hdop',
  battery: 'batteryPct',
  batteryVoltage: 'batteryV',
  powerVoltage: 'powerV',
  fuel: 'fuelPct',
  temperature: 'temperatureC',
  temperature2: 'temperature2C',
  humidity: 'humidityPct',
  rpm: 'rpm',
  mileage: 'mileageKm',
  ignition: 'ignition',
  moving: 'moving',
} as const satisfies Partial<Record<keyof MappedLocation, keyof Location>>
