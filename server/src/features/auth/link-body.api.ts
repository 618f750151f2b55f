// Fields of requests whose only credential is a one-time link in the body.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import { languages } from './mail/mail.types.ts'
import { accountOfLink, linkPattern } from './one-time-link.api.ts'

export const linkSecret = Type.String({
  pattern: linkPattern,
  description: 'The part of the link behind `#`.',
})

export const mailLanguage = Type.Optional(
  Type.Union(
    languages.map((one) => Type.Literal(one)),
    { description: 'Language of e-mails to the user.' },
  ),
)

/** Finds the home cell. */
export function linkCredential({ body }: FastifyRequest): Credential {
  return { kind: 'account', name: accountOfLink((body as { secret: string }).secret) }
}
