// PUT accepts what GET returned: fields that only the server sets are ignored.

import type { FastifyRequest } from 'fastify'
import type { TObject, TProperties } from 'typebox'
import { answer } from './responses.ts'

const envelopeFields = Object.keys((answer({}) as unknown as TObject).properties)

/** A hook for `preValidation`. `view` are the fields that GET returns, `body` those that PUT takes. */
export function ignoreReadOnly(view: TProperties, body: TObject) {
  const isWritable = (name: string) => name in body.properties
  const ignored = new Set([...Object.keys(view).filter((name) => !isWritable(name)), ...envelopeFields])
  return async (request: FastifyRequest): Promise<void> => {
    const given = request.body
    if (given === null || typeof given !== 'object' || Array.isArray(given)) return
    request.body = Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.has(name)))
  }
}
