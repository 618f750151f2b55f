// {"Version":"2.0","Events":[…]}, of one device or of many. Source: Garmin's IPC Outbound developer guide 2.0.8.
import { gatherReports } from '../gather-reports.ts'
import { isRecord, parseJson } from '../loose-values.ts'
import type { DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeEvent } from './event.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/**
 * The portal stops sending to whoever answers anything but 200 for long, for all of his devices. So an event that makes
 * no sense, or of a device that is not ours, gets 200 as well. Such a device stands in the quarantine.
 */
export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const json = parseJson(body)
  const events = isRecord(json) ? json.Events : undefined
  if (!Array.isArray(events))
    return { decoded: [{ kind: 'bad', why: 'no list of events' }], accept: badRequest, refuse: badRequest }
  return { decoded: gatherReports(events.map(decodeEvent)), accept: ok, refuse: ok }
}
