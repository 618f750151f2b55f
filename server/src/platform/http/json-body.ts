// Reads JSON bodies, and reports precisely what is wrong with one that cannot be read.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidError, MediaTypeError } from './errors.ts'
import { jsonPatchType, mergePatchType } from './patch.ts'

type Done = (error: Error | null, body?: unknown) => void
type App = Pick<FastifyInstance, 'addContentTypeParser' | 'getDefaultJsonParser' | 'removeContentTypeParser'>

/** Only JSON by default; routes add parsers for other formats. */
export function acceptJson(app: App): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    text: string,
    done: Done,
  ) => void

  function parse(request: FastifyRequest, body: Buffer, done: Done): void {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      done(new MediaTypeError({ message: `Send the body without "Content-Encoding: ${encoding}".` }))
    } else if (!isUtf8(body)) {
      done(new InvalidError('body.invalid', 'The body is not valid UTF-8.'))
    } else {
      const text = body.toString()
      parseJson(request, text, (error, value) => done(error && explained(error, text), value))
    }
  }

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parse(request, body as Buffer, done),
  )
  app.addContentTypeParser([jsonPatchType, mergePatchType], { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method !== 'PATCH') return done(new MediaTypeError())
    parse(request, body as Buffer, (error, value) => done(error ?? wrongPatchType(request, value), value))
  })
}

/** JSON that the parser refuses has a name that would change prototypes. */
function explained(error: Error, text: string): Error {
  if (!('code' in error) || error.code !== 'FST_ERR_CTP_INVALID_JSON_BODY') return error
  try {
    JSON.parse(text)
  } catch {
    return error
  }
  return new InvalidError('body.invalid', 'The names "__proto__" and "constructor" are not accepted.')
}

/** A JSON Patch is an array, a merge patch an object. */
function wrongPatchType({ headers }: FastifyRequest, patch: unknown): Error | null {
  const isJsonPatch = headers['content-type']?.startsWith(jsonPatchType) === true
  if (isJsonPatch === Array.isArray(patch)) return null
  return isJsonPatch
    ? new MediaTypeError({ form: 'an array of operations, or a merge patch', type: mergePatchType })
    : new MediaTypeError({ form: 'an object, or a JSON Patch', type: jsonPatchType })
}
