// Who posts, what it says, and the answer it gets. Source: the OwnTracks booklet, chapters HTTP and JSON.
import { identifierOf, isRecord, parseJson } from '../loose-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest } from '../protocol.types.ts'
import { decodeMessage } from './message.ts'

const nothingForYou: HttpAnswer = { status: 200, contentType: 'application/json', body: '[]' }
const badRequest: HttpAnswer = { status: 400, body: '' }
const notFound: HttpAnswer = { status: 404, body: '' }

/** Phones send again what is not answered with 2xx, so that only what nobody said is refused for good. */
export function decodeRequest(request: HttpRequest): DecodedRequest {
  // Old versions keep the line alive with an empty body.
  if (request.body.length === 0) return { ...answers, decoded: [{ kind: 'ignored', why: 'an empty body' }] }
  const message = parseJson(request.body)
  const identifier = whoSays(request, isRecord(message) ? message : {})
  if (!identifier)
    return { ...answers, decoded: [{ kind: 'bad', why: 'nobody is named' }], accept: badRequest }
  return { ...answers, decoded: [decodeMessage(identifier, message)] }
}

/** A message of the broker: `owntracks/<user>/<device>`, and below it what it is about. */
export function decodePublished(topic: string, payload: Buffer): Decoded {
  const identifier = identifierOf(topic.split('/').slice(0, 3).join('/'))
  if (!identifier) return { kind: 'bad', why: 'nobody is named' }
  // Whoever clears what the broker retains publishes nothing.
  if (payload.length === 0) return { kind: 'ignored', identifier, why: 'an empty message' }
  return decodeMessage(identifier, parseJson(payload))
}

const answers = { accept: nothingForYou, refuse: notFound }

/** In the order of the booklet: topic, headers, query, user name, and the two letters of the tracker. */
function whoSays({ headers, query }: HttpRequest, message: Record<string, unknown>): string | undefined {
  return (
    identifierOf(topicOf(message.topic)) ??
    joined(headers['x-limit-u'], headers['x-limit-d']) ??
    joined(query.get('u'), query.get('d')) ??
    identifierOf(userOf(headers.authorization)) ??
    identifierOf(message.tid)
  )
}

/** A transition has the topic of its phone with `/event` behind it. */
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
