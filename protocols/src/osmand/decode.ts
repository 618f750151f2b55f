// Distinguishes the forms of a request, and builds the response. Source: traccar-client, OsmAnd's live tracking.
import { gatherReports } from '../gather-reports.ts'
import { isRecord, parseJson } from '../loose-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeFields } from './fields.ts'
import { decodeJsonReport } from './json.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }
const notFound: HttpAnswer = { status: 404, body: '' }

export function decodeRequest(request: HttpRequest): DecodedRequest {
  return isJson(request) ? decodeJson(request.body) : decodeForm(request)
}

function decodeForm(request: HttpRequest): DecodedRequest {
  const fields = new URLSearchParams(request.query)
  for (const [key, value] of new URLSearchParams(request.body.toString('utf8'))) fields.append(key, value)
  return answered([decodeFields(fields)], badRequest)
}

function decodeJson(body: Buffer): DecodedRequest {
  const json = parseJson(body)
  if (json === undefined) return answered([{ kind: 'bad', why: 'JSON that cannot be read' }], badRequest)
  return answered(gatherReports(reportsOf(json).map(decodeJsonReport)), notFound)
}

/**
 * Phones keep what is not answered with 2xx and send it again, in order, for ever. So a report with a device id is
 * accepted even if it is invalid: otherwise it would block all that follow.
 */
function answered(decoded: Decoded[], refuse: HttpAnswer): DecodedRequest {
  const nameless = decoded.every((one) => one.kind === 'bad' && !one.identifier)
  return nameless ? { decoded, accept: badRequest, refuse: badRequest } : { decoded, accept: ok, refuse }
}

/** A batch is a list, or a list of locations of one device. */
function reportsOf(json: unknown): unknown[] {
  if (Array.isArray(json)) return json
  if (!isRecord(json) || !Array.isArray(json.location)) return [json]
  return json.location.map((location) => ({ ...json, location }))
}

/** Forks omit the content type; no form starts with a bracket. */
function isJson({ headers, body }: HttpRequest): boolean {
  if (body.length === 0) return false
  const declared = headers['content-type']?.toLowerCase().includes('json') === true
  return declared || /^\s*[[{]/.test(body.toString('latin1', 0, 64))
}
