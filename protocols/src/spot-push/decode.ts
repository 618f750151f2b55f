// messageList > header, message*. Source: open decoders of the push; the vendor's document is not public.
import { gatherReports } from '../gather-reports.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeSpotMessage } from '../spot-message.ts'
import type { XmlElement } from '../xml.ts'
import { parseXml, textIn } from '../xml.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** One list contains many devices: an unknown one must not block the others, so the response is the same. */
export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const root = parseXml(body.toString('utf8'))
  if (root?.name !== 'messageList') {
    const bad: Decoded = { kind: 'bad', why: 'not a list of messages' }
    return { decoded: [bad], accept: badRequest, refuse: badRequest }
  }
  const messages = root.children.filter(({ name }) => name === 'message')
  return { decoded: gatherReports(messages.map(decodeMessage)), accept: ok, refuse: ok }
}

function decodeMessage(message: XmlElement): Decoded {
  const text = (name: string) => textIn(message, name)
  return decodeSpotMessage({
    id: text('id'),
    esn: text('esn'),
    time: [text('timeInGMTSecond'), text('timestamp')],
    type: text('messageType'),
    latitude: text('latitude'),
    longitude: text('longitude'),
    battery: text('batteryState'),
    text: text('messageDetail'),
  })
}
