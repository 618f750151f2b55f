// The JSON of resellers: entry.devices[] with gpsCoordinate, deviceIdentify and deviceInfo. From an open decoder.
import { gatherReports } from '../gather-reports.ts'
import { identifierOf, isRecord, keepAttribute, numberOf, parseJson, whenOf } from '../loose-values.ts'
import { isPosition } from '../measures.ts'
import type { Decoded, DecodedRequest, HttpAnswer, Location } from '../protocol.types.ts'

const MAX_DEVICES = 1_000
const ok: HttpAnswer = { status: 200, contentType: 'application/json', body: '{"status":"ok"}' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** Unknown units are accepted too, as in the XML form. */
export function decodeJson(body: Buffer): DecodedRequest {
  const json = parseJson(body)
  const entry = isRecord(json) && isRecord(json.entry) ? json.entry : undefined
  if (!entry || !Array.isArray(entry.devices))
    return {
      decoded: [{ kind: 'bad', why: 'not a list of messages' }],
      accept: badRequest,
      refuse: badRequest,
    }
  const decoded = gatherReports(entry.devices.slice(0, MAX_DEVICES).map(decodeDevice))
  return { decoded, accept: ok, refuse: ok }
}

function decodeDevice(device: unknown): Decoded {
  if (!isRecord(device) || !isRecord(device.deviceIdentify)) return { kind: 'bad', why: 'no unit is named' }
  const identifier = identifierOf(device.deviceIdentify.esn)
  if (!identifier) return { kind: 'bad', why: 'no unit is named' }
  const information = isRecord(device.deviceInfo) ? device.deviceInfo : {}
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const receivedAt = whenOf(device.deviceIdentify.unixTime)
  if (receivedAt) location.fixedAt = receivedAt
  keepPlace(location, device.gpsCoordinate, information.gpsDataValid)
  keepInformation(location, information)
  if (location.latitude === undefined && location.alarms.length === 0)
    return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

/** Texts, which are empty without a fix. */
function keepPlace(location: Location, coordinate: unknown, validity: unknown): void {
  if (!isRecord(coordinate)) return
  const latitude = numberOf(coordinate.latitude)
  const longitude = numberOf(coordinate.longitude)
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = validity !== 'Invalid'
}

function keepInformation(location: Location, information: Record<string, unknown>): void {
  if (information.batteryStatus !== undefined && information.batteryStatus !== 'Good')
    location.alarms.push('lowBattery')
  if (information.vibrationTriggered === 'Yes') location.alarms.push('vibration')
  if (typeof information.deviceAtRest === 'string') location.moving = information.deviceAtRest !== 'Yes'
  if (typeof information.input1State === 'string')
    location.inputs = [information.input1State === 'Closed', information.input2State === 'Closed']
  for (const name of ['messageType', 'messageSubType', 'diagnosticMessage', 'gpsFailCounter']) {
    if (information[name] !== undefined) keepAttribute(location, name, information[name])
  }
}
