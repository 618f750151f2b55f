// The sender of a request, its message and the response. Source: the OwnTracks booklet, chapters HTTP and JSON.
import { identifierOf, isRecord, parseJson } from '../loose-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeMessage } from './message.ts'

const nothingForYou: HttpAnswer = { status: 200, contentType: 'application/json', body: '[]' }
const badRequest: HttpAnswer = { status: 400, body: '' }
const notFound: HttpAnswer = { status: 404, body: '' }

/** Phones resend what is not answered with 2xx, so only requests without a sender are refused. */
export function decodeRequest(request: HttpRequest): DecodedRequest {
  // Old versions send an empty body as a keep-alive.
  if (request.body.length === 0) return { ...answers, decoded: [{ kind: 'ignored', why: 'an empty body' }] }
  const message = parseJson(request.body)
  const identifier = senderOf(request, isRecord(message) ? message : {})
  if (!identifier)
    return { ...answers, decoded: [{ kind: 'bad', why: 'nobody is named' }], accept: badRequest }
  return { ...answers, decoded: [decodeMessage(identifier, message)] }
}

/** A message of the broker: `owntracks/<user>/<device>`, optionally with a subtopic. */
export function decodePublished(topic: string, payload: Buffer): Decoded {
  const identifier = identifierOf(topic.split('/').slice(0, 3).join('/'))
  if (!identifier) return { kind: 'bad', why: 'nobody is named' }
  // An empty payload clears a retained message.
  if (payload.length === 0) return { kind: 'ignored', identifier, why: 'an empty message' }
  return decodeMessage(identifier, parseJson(payload))
}

const answers = { accept: nothingForYou, refuse: notFound }

/** In the order of the booklet: topic, headers, query, user name, tracker id of two letters. */
function senderOf({ headers, query }: HttpRequest, message: Record<string, unknown>): string | undefined {
  return (
    identifierOf(topicOf(message.topic)) ??
    joined(headers['x-limit-u'], headers['x-limit-d']) ??
    joined(query.get('u'), query.get('d')) ??
    identifierOf(userOf(headers.authorization)) ??
    identifierOf(message.tid)
  )
}

/** A transition has the topic of its phone with `/event` appended. */
function topicOf(topic: unknown): unknown {
  return typeof topic === 'string' ? topic.split('/').slice(0, 3).join('/') : undefined
}

function joined(user: string | null | undefined, device: string | null | undefined): string | undefined {
  return user ? identifierOf(device ? `${user}/${device}` : user) : undefined
}

function userOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0]
}
