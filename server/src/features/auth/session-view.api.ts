// Sessions and sign-ins as the API shows them, to users and to those who manage them.

import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Caller } from '../../platform/http/caller.ts'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import type { ListedSession } from './session-list.types.ts'
import { refusalReasons, signInMethods } from './sign-in.types.ts'

const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })
const network = textOrNull('An IPv4 address, or the /64 of an IPv6 address.', '192.0.2.7')
const browser = textOrNull('From the user agent; for other programs their name.', 'Firefox')
const system = textOrNull('From the user agent.', 'Windows')
const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })

export const SessionView = Type.Object(
  {
    id: Type.String({ examples: ['ses_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    method: Type.Union([Type.String({ enum: [...signInMethods] }), Type.Null()]),
    browser,
    system,
    network,
    createdAt: instant('When the user signed in.'),
    lastUsedAt: instant('To about ten minutes.'),
    expiresAt: instant('Without further use.'),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { $id: 'Session', title: 'Session' },
)

export const SignInView = Type.Object(
  {
    attemptedAt: instant(),
    method: Type.String({ enum: [...signInMethods] }),
    outcome: Type.String({ enum: ['succeeded', 'refused'] }),
    reason: Type.Union([Type.String({ enum: [...refusalReasons] }), Type.Null()], {
      description: 'Why it was refused.',
    }),
    network,
    browser,
    system,
    clientId: textOrNull('The session or the API key.', 'ses_4nYJ1oZ0m6Yb3Uo2aWq8Kd'),
  },
  { $id: 'SignIn', title: 'SignIn' },
)

export const SignInQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

/** A session as the API shows it. */
export function toSessionView(
  session: ListedSession,
  { clientId }: Pick<Caller, 'clientId'>,
): Static<typeof SessionView> {
  const { createdAt, lastUsedAt, expiresAt, ...rest } = session
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: session.id === clientId,
  }
}
