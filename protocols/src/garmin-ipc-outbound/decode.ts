// {"Version":"2.0","Events":[…]}, of one or many devices. Source: Garmin's IPC Outbound developer guide 2.0.8.
import { gatherReports } from '../gather-reports.ts'
import { isRecord, parseJson } from '../loose-values.ts'
import type { DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeEvent } from './event.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/**
 * The portal suspends a receiver that responds with anything but 200 for a while, for all its devices. So an invalid
 * event, or one of an unknown device, gets 200 as well. Unknown devices go to the quarantine.
 */
export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const json = parseJson(body)
  const events = isRecord(json) ? json.Events : undefined
  if (!Array.isArray(events))
    return { decoded: [{ kind: 'bad', why: 'no list of events' }], accept: badRequest, refuse: badRequest }
  return { decoded: gatherReports(events.map(decodeEvent)), accept: ok, refuse: ok }
}
