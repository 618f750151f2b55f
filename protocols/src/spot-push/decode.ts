// messageList > header, message*. Source: the open decoders of the push; the vendor's document is not public.
import { gatherReports } from '../gather-reports.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeSpotMessage } from '../spot-message.ts'
import type { XmlElement } from '../xml.ts'
import { parseXml, textIn } from '../xml.ts'

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** One list speaks for many devices: one that is not ours must not hold up the others, so the answer is the same. */
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
  const said = (name: string) => textIn(message, name)
  return decodeSpotMessage({
    id: said('id'),
    esn: said('esn'),
    time: [said('timeInGMTSecond'), said('timestamp')],
    type: said('messageType'),
    latitude: said('latitude'),
    longitude: said('longitude'),
    battery: said('batteryState'),
    text: said('messageDetail'),
  })
}
