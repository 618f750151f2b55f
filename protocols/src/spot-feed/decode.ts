// response > feedMessageResponse > messages > message, in JSON or XML; newest first. Source: notes on the public feed.
import { gatherReports } from '../gather-reports.ts'
import { isRecord, parseJson } from '../loose-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeSpotMessage } from '../spot-message.ts'
import type { XmlElement } from '../xml.ts'
import { parseXml } from '../xml.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const page = pageOf(body)
  const decoded = page ? decodePage(page) : undefined
  return decoded
    ? { decoded, accept: ok, refuse: ok }
    : { decoded: [{ kind: 'bad', why: 'not a page of a feed' }], accept: badRequest, refuse: badRequest }
}

function pageOf(body: Buffer): Record<string, unknown> | undefined {
  if (/^(\ufeff)?\s*</.test(body.toString('utf8', 0, 64))) {
    const root = parseXml(body.toString('utf8'))
    return root?.name === 'response' ? plainOf(root) : undefined
  }
  const json = parseJson(body)
  return isRecord(json) && isRecord(json.response) ? json.response : undefined
}

function decodePage(page: Record<string, unknown>): Decoded[] | undefined {
  // E-0195 means that the feed is empty.
  if (isRecord(page.errors))
    return [{ kind: 'ignored', why: `feed error: ${JSON.stringify(page.errors).slice(0, 200)}` }]
  const feed = page.feedMessageResponse
  if (!isRecord(feed) || !isRecord(feed.messages)) return undefined
  const { message } = feed.messages
  // One message is an object, several are a list.
  const list = Array.isArray(message) ? message : [message]
  return gatherReports(list.map(decodeMessage))
}

function decodeMessage(message: unknown): Decoded {
  if (!isRecord(message)) return { kind: 'bad', why: 'not a message' }
  return decodeSpotMessage({
    id: message.id,
    esn: message.messengerId,
    time: [message.unixTime, message.dateTime],
    type: message.messageType,
    latitude: message.latitude,
    longitude: message.longitude,
    altitude: message.altitude,
    battery: message.batteryState,
    text: message.messageContent,
    model: message.modelId,
  })
}

/** Converts to the JSON form of the page: repeated elements become a list. */
function plainOf(element: XmlElement): Record<string, unknown> {
  const plain: Record<string, unknown> = Object.create(null)
  for (const child of element.children) {
    const value = child.children.length > 0 ? plainOf(child) : child.text
    const before = plain[child.name]
    if (before === undefined) plain[child.name] = value
    else if (Array.isArray(before)) before.push(value)
    else plain[child.name] = [before, value]
  }
  return plain
}
