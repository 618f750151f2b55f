// stuMessages > stuMessage*, or prvmsgs; the response is XML too. Source: open decoders of the push.
import { createHash } from 'node:crypto'
import { gatherReports } from '../gather-reports.ts'
import { identifierOf, whenOf } from '../loose-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import type { XmlElement } from '../xml.ts'
import { escapeXml, parseXml, textIn } from '../xml.ts'
import { decodeJson } from './json.ts'
import { decodePayload } from './payload.ts'

const OPENING_BRACE = 0x7b

const badRequest: HttpAnswer = { status: 400, body: '' }

/** "fail" makes the operator send everything again, so unknown units pass too. */
export function decodeRequest({ body }: HttpRequest, receivedAt: Date): DecodedRequest {
  // Some resellers pass the messages on as JSON.
  if (body[0] === OPENING_BRACE) return decodeJson(body)
  const root = parseXml(body.toString('utf8'))
  if (root?.name === 'stuMessages') {
    const messages = root.children.filter(({ name }) => name === 'stuMessage')
    const pass = answerTo('stuResponseMsg', root.attributes.messageID, receivedAt)
    return { decoded: gatherReports(messages.map(decodeMessage)), accept: pass, refuse: pass }
  }
  if (root?.name === 'prvmsgs') {
    const pass = answerTo('prvResponseMsg', root.attributes.prvMessageID, receivedAt)
    return { decoded: [{ kind: 'ignored', why: 'units are provisioned' }], accept: pass, refuse: pass }
  }
  return { decoded: [{ kind: 'bad', why: 'not a list of messages' }], accept: badRequest, refuse: badRequest }
}

function decodeMessage(message: XmlElement): Decoded {
  const identifier = identifierOf(textIn(message, 'esn'))
  if (!identifier) return { kind: 'bad', why: 'no unit is named' }
  const receivedAt = whenOf(textIn(message, 'unixTime'))
  const [, hex] = /^(?:0x)?((?:[\da-f]{2}){1,64})$/i.exec(textIn(message, 'payload') ?? '') ?? []
  if (!hex) return { kind: 'bad', identifier, why: 'a payload that cannot be read' }
  const location = decodePayload(Buffer.from(hex, 'hex'))
  // The time of reception by a satellite: the unit itself sends none.
  if (receivedAt) location.fixedAt = receivedAt
  if (location.latitude === undefined && location.alarms.length === 0)
    return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

/** Our message number is derived from theirs and the time, so it needs no randomness. */
function answerTo(element: string, theirs = '', at: Date): HttpAnswer {
  const ours = createHash('sha256').update(`${theirs} ${at.getTime()}`).digest('hex').slice(0, 32)
  const [date, time] = at.toISOString().split(/[T.]/)
  const when = `${date!.split('-').reverse().join('/')} ${time} GMT`
  const attributes = `deliveryTimeStamp="${when}" messageID="${ours}" correlationID="${escapeXml(theirs)}"`
  const state = '<state>pass</state><stateMessage>Store OK</stateMessage>'
  return { status: 200, contentType: 'text/xml', body: `<${element} ${attributes}>${state}</${element}>` }
}
